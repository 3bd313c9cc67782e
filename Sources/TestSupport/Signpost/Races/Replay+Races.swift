import ByteBuffers
import CompanionSupport
public import ComposableCore
import ReplayFile

extension Replay {
  /// Looks for actions of the session that could have come in another order, with another result.
  ///
  /// An action that an effect sends may come earlier or later than it did, as long as the effect
  /// runs: before or after another effect's action, or one from outside. The feature processes such
  /// pairs in the other order, beginning with the recorded state. If the states differ, or the
  /// effects that are running, users will meet both results. One issue is reported for each pair of
  /// names, with the closest pair of them.
  ///
  /// ```swift
  /// @MainActor
  /// @Test func orderOfAnswersDoesNotMatter() throws {
  ///   try Replay("session.jsonl").races { Search() }
  /// }
  /// ```
  ///
  /// Orders that the program cannot take are left out: a pair whose first action causes the second;
  /// two actions of one effect, or two from outside; an action of an effect that the other one
  /// cancels; an action for a feature that the other one removes. Effects do not run, and their
  /// dependencies are not used. An id that a stack gives to an element belongs to the action.
  /// Values that an effect has captured are not compared.
  ///
  /// Each order processes all actions before it, and their number is limited, so that the time
  /// grows with the session's length: 10 to 30 seconds for 1,000 orders in a session of 10,000
  /// actions, in a debug build.
  ///
  /// `signpost races --test` runs a test that calls this, or `Replay.run`, with a session of a
  /// recording.
  ///
  /// - Parameters:
  ///   - gap: The longest time between two actions whose order counts as chance.
  ///   - pair: The numbers of two actions, as an issue names them, to repeat one finding.
  ///   - limit: The number of orders to process, including those that the program turns out not to
  ///     take. The result says if there are more.
  ///   - initialState: The initial state; the recorded one if `nil`.
  ///   - reducer: The feature.
  ///   - prepareDependencies: Overrides dependencies of the feature. Those that reducers use must
  ///     return the same values in any order.
  /// - Returns: The pairs whose order matters.
  /// - Throws: If the session cannot be read or decoded, or the state is neither `Equatable` nor
  ///   `Encodable`.
  @MainActor
  @discardableResult
  public func races<R: Reducer>(
    within gap: Duration = .seconds(1),
    only pair: (Int, Int)? = nil,
    limit: Int = 1_000,
    initialState: R.State? = nil,
    reducer: () -> R,
    withDependencies prepareDependencies: (inout DependencyValues) -> Void = { _ in },
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) throws -> ReplayRaces where R.Action: Codable {
    let recording = try recording
    guard let areEqual = ComparableState<R.State>.areEqual else {
      throw IncomparableState(type: "\(R.State.self)")
    }
    let actions = try recording.decodedActions(of: R.self)
    let state = try withDependencies {
      $0.stackElementID = StackElementIDGenerator()
    } operation: {
      try initialState ?? recording.decodedState(of: R.State.self)
    }
    let gap = RaceRequest.current?.gap ?? gap
    func makeStore() -> HeldStore<R.State, R.Action> {
      withDependencies {
        $0.stackElementID = StackElementIDGenerator()
      } operation: {
        HeldStore(initialState: state, withDependencies: prepareDependencies) {
          reducer()._prepare()
        }
      }
    }
    let result = RaceSearch.races(
      in: recording, actions, within: gap, only: pair, limit: limit, areEqual: areEqual,
      makeStore: makeStore)
    let place = SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column)
    switch result {
    case .success(let races):
      for race in races.races { place.report(race.description) }
      if let pair, races.triedCount == 0 {
        place.report(
          "Actions \(pair.0) and \(pair.1) of '\(recording.fileName)' were not tried: the session has no "
            + "such pair, or it cannot come in the other order.")
      }
      try RaceRequest.current?.answer(races) {
        try RaceSource(
          feature: TestedFeature(R.self, state: R.State.self, fileID: fileID),
          recording: recording, actions: actions, areEqual: areEqual
        )
        .text(of: races.races, makeStore: makeStore)
      }
      return races
    case .failure(let mismatch):
      place.report(mismatch.description)
      return ReplayRaces(races: [], triedCount: 0, isComplete: false, isRepeated: false)
    }
  }
}

/// A state that has no comparison.
private struct IncomparableState: Error, CustomStringConvertible {
  let type: String

  var description: String {
    "The states of two orders cannot be compared: let '\(type)' be 'Equatable' or 'Encodable'."
  }
}
