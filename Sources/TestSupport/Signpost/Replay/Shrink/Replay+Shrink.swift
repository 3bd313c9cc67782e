public import ComposableCore
import Foundation
import ReplayFile

extension Replay {
  /// Reduces a session that fails to the few actions that matter.
  ///
  /// ```swift
  /// @MainActor
  /// @Test func shrinksTheSession() async throws {
  ///   let shrunk = try await Replay("session.jsonl").shrink(.invariant { $0.count >= 0 }) {
  ///     Counter()
  ///   }
  ///   print(shrunk.swiftSource(expecting: "state.count >= 0"))
  /// }
  /// ```
  ///
  /// Actions are removed for as long as the session fails in the same way. An action goes with the
  /// actions that its effects sent. Effects do not run, as in the mode ``Mode/everything``:
  /// the session has their actions. The result is 1-minimal: each of its actions is needed.
  ///
  /// `signpost extract --shrink --test` runs a test that calls this, or `run`, with a session of a
  /// recording.
  ///
  /// - Parameters:
  ///   - failure: The failure.
  ///   - output: The file to write the shrunk session to; an existing one is replaced.
  ///   - initialState: The initial state; the recorded one if `nil`.
  ///   - reducer: The feature. The closure is called for each attempt.
  ///   - prepareDependencies: Overrides dependencies of the feature, anew for each attempt.
  ///   - fileID: The file whose module the source of a test belongs to.
  /// - Returns: The shrunk session.
  /// - Throws: If the session does not fail, cannot be read or decoded, or if the file cannot be
  ///   written.
  @MainActor
  @discardableResult
  public func shrink<R: Reducer>(
    _ failure: ReplayFailure<R.State> = .any,
    to output: String? = nil,
    initialState: R.State? = nil,
    reducer: () -> R,
    withDependencies prepareDependencies: (inout DependencyValues) -> Void = { _ in },
    fileID: StaticString = #fileID
  ) async throws -> ShrunkReplay where R.Action: Codable {
    let recording = try recording
    let actions = try recording.decodedActions(of: R.self)
    // Read once: an attempt takes as long as its actions.
    let ids = initialState == nil ? StackElementIDGenerator() : .current.copy()
    let state = try withDependencies {
      $0.stackElementID = ids
    } operation: {
      try initialState ?? recording.decodedState(of: R.State.self)
    }
    func withStores<Result>(
      _ body: (@escaping @MainActor () -> ReplayStore<R.State, R.Action>) throws -> Result
    ) throws -> Result {
      try withoutActuallyEscaping(reducer) { reducer in
        try withoutActuallyEscaping(prepareDependencies) { prepareDependencies in
          try body {
            withDependencies {
              $0.stackElementID = ids.copy()
            } operation: {
              ReplayStore(
                initialState: state, runsEffects: false, withDependencies: prepareDependencies
              ) { reducer()._prepare() }
            }
          }
        }
      }
    }
    let shrinker = Shrinker<R.State, R.Action>(
      recording: recording, actions: actions,
      feature: TestedFeature(R.self, state: R.State.self, fileID: fileID), state: state)
    let shrunk: ShrunkReplay
    if let found = try withStores({ try shrinker.shrunk(failure, $0) }) {
      shrunk = found
    } else {
      let run = ReplayRun(
        recording, actions, .everything, clock: nil, timeout: .zero,
        try withStores { $0() })
      guard let difference = await run.differenceAtFirst() else {
        throw shrinker.noFailure("each action does what it did when it was recorded")
      }
      let index = run.processedCount - 1
      shrunk = try withStores { try shrinker.shrunk(difference, at: index, $0) }
    }
    try output.map { try shrunk.write(to: $0) }
    try ShrinkRequest.current?.answer(shrunk)
    return shrunk
  }
}
