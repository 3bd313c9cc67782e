public import ComposableCore
import ByteBuffers
import ReplayFile

extension Suite {
  /// A recorded session as a workload: all actions of a file that `signpost extract` wrote, also
  /// those that effects sent, are sent to a store in their order. Effects do not run.
  ///
  /// ```swift
  /// let suite = try Suite.replay("session.jsonl") { Feature() }
  /// ```
  ///
  /// One operation is one action. After the last one a new store starts with the first one;
  /// creating it is part of the measurement. The figure compares with an action of a plain class in
  /// the same run.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - initialState: The initial state; the recorded one if `nil`.
  ///   - reducer: Creates the feature.
  /// - Throws: If the file cannot be read, or has actions or a state that can no longer be decoded.
  public static func replay<R: Reducer>(
    _ path: String, initialState: R.State? = nil,
    reducer: @escaping @MainActor @Sendable () -> R
  ) throws -> Suite where R.Action: Codable {
    let recording = try ReplayRecording(path: path)
    let actions = try recording.decodedActions(
      of: R.Action.self, name: { ReplayStore<R.State, R.Action>.name(of: $0) })
    guard !actions.isEmpty else {
      throw ReplayFileError.malformed(path: path, line: 1, reason: "there is no action")
    }
    // Each store goes on from here, so that the elements of stacks get the ids that they had.
    let ids = StackElementIDGenerator()
    let state = try withDependencies {
      if initialState == nil {
        $0.stackElementID = ids
      } else {
        ids.advance(to: $0.stackElementID.peek())
      }
    } operation: {
      try initialState ?? recording.decodedState(of: R.State.self)
    }
    let session = UncheckedSendable(
      ReplayedSession<R>(
        actions: actions, elements: recording.actions.map(\.nextElement), state: state, ids: ids,
        lastDigest: recording.actions.last?.digest))
    return Suite(
      "replay",
      benchmarks: [
        Benchmark("replay/plain class") {
          let counter = PlainCounter()
          return .synchronous { count in
            for _ in 0..<count { counter.send(.incrementButtonTapped) }
            blackHole(counter.state)
          }
        },
        Benchmark("replay/session") {
          let session = session.value
          session.checkEnd(of: reducer())
          var run = session.run(of: reducer())
          return .synchronous { count in
            for _ in 0..<count {
              if run.isOver { run = session.run(of: reducer()) }
              run.sendNext()
            }
          }
        },
      ],
      figures: [
        Figure("session / plain class", .ratio("replay/session", to: "replay/plain class"))
      ])
  }

  /// The same for a session of a feature of this library's own benchmarks.
  package static func replayOfBench(_ path: String) throws -> Suite {
    let feature = try ReplayRecording(path: path).header.feature
    guard feature == "Counter" else { throw UnknownReplayFeature(path: path, feature: feature) }
    return try replay(path) { Counter() }
  }
}

/// A session of a feature that the benchmark program does not contain.
package struct UnknownReplayFeature: Error, CustomStringConvertible {
  let path: String
  let feature: String

  package var description: String {
    """
    the session “\(path)” is of the feature “\(feature)”, and Bench has only “Counter”: measure a \
    feature of your own with `Suite.replay(_:)` of the product BenchSuites
    """
  }
}

/// A decoded session.
private struct ReplayedSession<R: Reducer> {
  let actions: [R.Action]
  /// For each action, the number of the id that the next element of a stack gets, where it changes.
  let elements: [Int?]
  let state: R.State
  /// The generator of the ids of stack elements at the start.
  let ids: StackElementIDGenerator
  let lastDigest: String?

  @MainActor
  func run(of reducer: R) -> Run {
    let ids = ids.copy()
    let store = Store(initialState: state) {
      WithoutEffects(base: reducer)
    } withDependencies: {
      $0.stackElementID = ids
    }
    return Run(actions: actions, elements: elements, ids: ids, store: store)
  }

  /// A store, and the actions that it has not processed.
  @MainActor
  struct Run {
    let actions: [R.Action]
    let elements: [Int?]
    let ids: StackElementIDGenerator
    let store: Store<R.State, R.Action>
    var next = 0

    var isOver: Bool { next == actions.count }

    mutating func sendNext() {
      if let element = elements[next] { ids.advance(to: StackElementID(generation: element)) }
      store.send(actions[next])
      next += 1
    }
  }

  /// Stops a session whose end differs from the recorded one: it would be another workload.
  @MainActor
  func checkEnd(of reducer: R) {
    var run = run(of: reducer)
    while !run.isOver { run.sendNext() }
    guard let lastDigest, let state = run.store.withState({ $0 }) as? any Encodable else { return }
    check(
      (try? String(hexadecimal: StateDigest.of(state))) == lastDigest,
      "the session ends with the recorded state")
  }
}

/// Runs a reducer and discards its effects: their actions are in the session.
private struct WithoutEffects<Base: Reducer>: _PreparedReducer {
  let base: Base

  func _prepare() -> PreparedReducer<Base.State, Base.Action> {
    let prepared = base._prepare()
    return PreparedReducer { state, action in
      _ = prepared(&state, action)
      return .none
    }
  }
}
