import ByteBuffers
import ComposableCore
import Foundation
import ReplayFile
import Signpost

extension Suite {
  /// The cost of a wrapper while a session records actions so that they can be replayed: as data,
  /// and with a digest of each state.
  public static let replayable = Suite(
    "replayable",
    benchmarks: [
      Benchmark("replayable/names") { counting(payload: .none) },
      Benchmark("replayable/actions") { counting(payload: .replayable, states: .none) },
      Benchmark("replayable/actions, digests") {
        counting(payload: .replayable, states: .digest)
      },
    ],
    figures: [
      Figure(
        "actions as data, × their names",
        .ratio("replayable/actions", to: "replayable/names")),
      Figure(
        "actions as data and digests, × their names",
        .ratio("replayable/actions, digests", to: "replayable/names")),
    ],
    session: .debug)

  /// The work of a `Replay` for a session of 100 actions: decodes them, has the feature process
  /// them, and compares the changes and the digests of the states.
  public static let replaying = Suite(
    "replaying",
    benchmarks: [
      Benchmark("replaying/decode") {
        let session = RecordedSession.made()
        return .synchronous { count in
          for _ in 0..<count { blackHole(session.decoded()) }
        }
      },
      Benchmark("replaying/decode, process and compare") {
        let session = RecordedSession.made()
        return .synchronous { count in
          for _ in 0..<count { blackHole(session.replay(session.decoded())) }
        }
      },
    ],
    figures: [
      Figure(
        "a replay, × decoding its actions",
        .ratio("replaying/decode, process and compare", to: "replaying/decode"))
    ])
}

@inline(__always)
@MainActor
private func counting(
  payload: SignpostPayload<Counter.Action>, states: SignpostStates = .none
) -> Operation {
  let store = Store(initialState: Counter.State()) {
    Counter().signpost("feature", payload: payload, states: states)
  }
  return Operation.sending(.incrementButtonTapped, to: store, counter: \.count)
    .emitting(RecordedEvents(actions: 1, sends: 1))
}

/// A session of Bench's own feature, as `signpost extract` writes it.
private struct RecordedSession: Sendable {
  static let count = 100
  let recording: ReplayRecording

  @MainActor
  static func made() -> Self {
    check("a session of Bench's own feature can be encoded") { try Self() }
  }

  @MainActor
  private init() throws {
    let encoder = ReplayCoding.encoder()
    let store = ReplayStore(initialState: Counter.State(), runsEffects: false) {
      Counter()._prepare()
    }
    var header = ReplayHeader(
      feature: "Counter", prefix: "feature",
      process: ReplayHeader.Process(name: "Bench", pid: nil), store: "1")
    header.actions = Self.count
    header.hasChanges = true
    header.hasDigests = true
    header.state = try encoder.encode(store.state)
    var lines = [ReplayLine.header(header)]
    for number in 1...Self.count {
      let action: Counter.Action =
        number % 3 == 0 ? .numberChosen(number) : .incrementButtonTapped
      let step = store.send(action)!
      var line = ReplayAction(
        action: number, at: Int64(number) * 1_000_000, name: Self.name(of: action))
      line.returned = "\(step.effect)"
      line.changed = ChangedProperties.recorded(from: step.before, to: step.after)
      line.digest = String(hexadecimal: try StateDigest.of(step.after))
      line.data = try encoder.encode(action)
      lines.append(.action(line))
    }
    let content = try lines.map { try $0.encoded(by: encoder) + Data("\n".utf8) }.joined()
    recording = try ReplayRecording(Data(content), path: "session.jsonl")
  }

  static func name(of action: Counter.Action) -> String {
    ReplayStore<Counter.State, Counter.Action>.name(of: action)
  }

  /// The actions, as a replay decodes them.
  func decoded() -> [Counter.Action] {
    check("a session that was encoded can be decoded") {
      try recording.decodedActions(of: Counter.Action.self, name: Self.name)
    }
  }

  /// - Returns: The number of actions with the recorded result.
  @MainActor
  func replay(_ actions: [Counter.Action]) -> Int {
    let store = ReplayStore(initialState: Counter.State(), runsEffects: false) {
      Counter()._prepare()
    }
    var count = 0
    for (action, recorded) in zip(actions, recording.actions) {
      let step = store.send(action)!
      if "\(step.effect)" == recorded.returned,
        ChangedProperties.recorded(from: step.before, to: step.after) == recorded.changed,
        (try? String(hexadecimal: StateDigest.of(step.after))) == recorded.digest
      {
        count += 1
      }
    }
    check(count == Self.count, "all actions do what they did")
    return count
  }
}
