public import ComposableCore
import ReplayFile

extension Suite {
  /// A recorded session as a workload: the actions of a file that `signpost extract` wrote, sent to
  /// a store in their order, those of effects as well. Effects do not run.
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
  ///   - initialState: The initial state; that of the recording if `nil`.
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
        actions: actions, state: state, ids: ids, lastDigest: recording.actions.last?.digest))
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
          var store = session.store(of: reducer())
          var next = 0
          return .synchronous { count in
            for _ in 0..<count {
              if next == session.actions.count {
                store = session.store(of: reducer())
                next = 0
              }
              store.send(session.actions[next])
              next += 1
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
  let state: R.State
  /// What the elements of stacks get their ids from at the start.
  let ids: StackElementIDGenerator
  let lastDigest: String?

  @MainActor
  func store(of reducer: R) -> Store<R.State, R.Action> {
    Store(initialState: state) {
      WithoutEffects(base: reducer)
    } withDependencies: {
      $0.stackElementID = ids.copy()
    }
  }

  /// Stops a session whose end differs from the recorded one: it would be another workload.
  @MainActor
  func checkEnd(of reducer: R) {
    let store = store(of: reducer)
    for action in actions { store.send(action) }
    guard let lastDigest, let state = store.withState({ $0 }) as? any Encodable else { return }
    check(
      (try? StateDigest.text(StateDigest.of(state))) == lastDigest,
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
