import ComposableCore
import ReplayFile

/// Finds the failure of a session, and removes the actions that do not matter for it.
@MainActor
struct Shrinker<State, Action: Codable> {
  typealias MakeStore = @MainActor () -> ReplayStore<State, Action>

  let recording: ReplayRecording
  let actions: [Action]
  let feature: TestedFeature
  let state: State

  private func run(_ makeStore: @escaping MakeStore) -> ShrinkRun<State, Action> {
    ShrinkRun(recording, actions, makeStore)
  }

  /// Shrinks a failure other than a difference.
  ///
  /// - Returns: `nil` if a difference is left to look for.
  func shrunk(
    _ failure: ReplayFailure<State>, _ makeStore: @escaping MakeStore
  ) throws -> ShrunkReplay? {
    let run = run(makeStore)
    switch failure.kind {
    case .invariant(let holds): return try broken(holds, atEnd: false, run)
    case .end(let holds): return try broken(holds, atEnd: true, run)
    case .issue:
      guard let shrunk = try issue(run) else { throw noFailure("it reports no issue") }
      return shrunk
    case .crash:
      guard let shrunk = try crash(run) else {
        throw noFailure("it does not crash within \(ShrinkRun<State, Action>.mostSeconds) s")
      }
      return shrunk
    case .any: return try crash(run) ?? issue(run)
    case .difference: return nil
    }
  }

  private func broken(
    _ holds: (State) -> Bool, atEnd: Bool, _ run: ShrinkRun<State, Action>
  ) throws -> ShrunkReplay {
    guard let length = run.length(untilBroken: holds, atEnd: atEnd) else {
      throw noFailure("the expectation holds")
    }
    return try shrunk(length, "The state is not as expected.", isExpected: true) {
      run.isBroken(holds, atEnd: atEnd, by: $0)
    }
  }

  private func issue(_ run: ShrinkRun<State, Action>) throws -> ShrunkReplay? {
    guard let issue = run.issue(of: run.all) else { return nil }
    return try shrunk(issue.index + 1, issue.message) { run.issue(of: $0)?.place == issue.place }
  }

  private func crash(_ run: ShrinkRun<State, Action>) throws -> ShrunkReplay? {
    guard let crash = try run.crash(of: Array(run.all)) else { return nil }
    let name = recording.actions[crash.index].name
    return try shrunk(crash.index + 1, "'\(name)' ends the program by signal \(crash.signal).") {
      guard let other = try run.crash(of: $0) else { return false }
      return other.signal == crash.signal && recording.actions[other.index].name == name
    }
  }

  /// Shrinks a difference.
  ///
  /// - Parameter index: The index of the action that differs.
  func shrunk(
    _ difference: ReplayDifference, at index: Int, _ makeStore: @escaping MakeStore
  ) throws -> ShrunkReplay {
    let run = run(makeStore)
    guard let behaviour = run.behaviour(at: index) else { throw noFailure(Self.unsteady) }
    var shrunk = try shrunk(index + 1, difference.description) {
      run.ends($0, with: index, behaviour)
    }
    shrunk.keepCheck(
      of: recording, at: index, run.behaviours(of: shrunk.indices), values: behaviour.values)
    return shrunk
  }

  private static var unsteady: String {
    "it fails in one run and not in the next, as with a random value"
  }

  private func shrunk(
    _ length: Int, _ message: String, isExpected: Bool = false, fails: ([Int]) throws -> Bool
  ) throws -> ShrunkReplay {
    guard try fails(Array(0..<length)) else { throw noFailure(Self.unsteady) }
    var reduction = SessionReduction(of: recording.actions)
    let indices = try reduction.minimal(of: length, fails: fails)
    return ShrunkReplay(
      recording, indices, failure: message, attempts: reduction.attempts + 1,
      source: ShrunkSource(
        feature: feature, state: state, actions: indices.map { actions[$0] },
        senders: indices.map(sender), isExpected: isExpected))
  }

  /// The name of the action whose effect sent an action; `nil` if it came from outside.
  private func sender(of index: Int) -> String? {
    recording.actions[index].cause.map { cause in
      cause.action.map { recording.actions[$0 - 1].name } ?? "an earlier action"
    }
  }

  func noFailure(_ words: String) -> ReplayShrinkError {
    .noFailure(path: recording.path, words)
  }
}
