import CustomDump

extension TestStore {
  /// Checks the state as it is, apart from any action.
  ///
  /// ```swift
  /// store.assert { $0.count = 2 }
  /// ```
  ///
  /// The closure is given the state and has to leave it as it is: writing a value that it has
  /// already says that it has it.
  ///
  /// - Parameter updateStateToExpectedResult: Writes what the state is expected to hold.
  public func assert(
    _ updateStateToExpectedResult: @escaping (_ state: inout State) throws -> Void,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    let state = state
    check(
      StateChange(
        before: state, after: state, shared: recorder.shared.dealWithOpenChanges(),
        occasion: { "at this point" }, isChangeExpected: false),
      updateStateToExpectedResult, stackElementIDs: nil,
      at: SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Checks what a closure of the test says about a change.
  ///
  /// - Parameters:
  ///   - change: The change.
  ///   - update: What the test says.
  ///   - stackElementIDs: What stacks drew their elements' ids from when the state began to change.
  ///   - place: Where the test says it.
  func check(
    _ change: StateChange<State>, _ update: ((inout State) throws -> Void)?,
    stackElementIDs: StackElementIDGenerator?, at place: SourcePlace
  ) {
    let update = update.map { likeTheFeature($0, stackElementIDs: stackElementIDs) }
    guard exhaustivity != .on else {
      change.exhaustiveFailure(after: update).map { $0.report(at: place) }
      return
    }
    if let failure = change.partialFailure(after: update) {
      failure.report(at: place)
    } else if exhaustivity == .off(showSkippedAssertions: true),
      let failure = change.exhaustiveFailure(after: update)
    {
      report(failure.message, at: place)
    }
  }

  /// A closure of the test that sees the feature's dependencies, and in whose stacks elements get
  /// the ids that they got in the feature's.
  private func likeTheFeature(
    _ update: @escaping (inout State) throws -> Void, stackElementIDs: StackElementIDGenerator?
  ) -> (inout State) throws -> Void {
    { [dependencies] state in
      var dependencies = dependencies
      dependencies.stackElementID = (stackElementIDs ?? dependencies.stackElementID).copy()
      try dependencies.provide { try update(&state) }
    }
  }
}

/// A change of the state, to be compared with what a test says about it.
struct StateChange<State: Equatable> {
  let before: State
  let after: State
  /// What has changed of shared values, which the states before and after have in common.
  let shared: SharedStep
  /// What the change came with, to follow "the state is not as expected".
  let occasion: () -> String
  /// Whether a closure has to change something.
  var isChangeExpected = true

  /// What is wrong with a statement.
  struct Failure {
    let message: String

    func report(at place: SourcePlace) {
      place.report(message)
    }
  }

  /// What is wrong if `update` has to turn the state before into the state after.
  func exhaustiveFailure(after update: ((inout State) throws -> Void)?) -> Failure? {
    guard let update else {
      return areEqual(before, shared.before, after, shared.after) ? nil : unexpectedChange
    }
    var expected = before
    let moment = shared.before
    do {
      try SharedPerspective.expecting(moment).run { try update(&expected) }
    } catch {
      return thrown(error)
    }
    if !areEqual(expected, moment, after, shared.after) {
      return difference(from: expected, moment)
    }
    if let failure = sharedDifference(from: moment) { return failure }
    // Of a shared value a closure need not say that it was written without being changed, but may.
    guard isChangeExpected, shared.changes.isEmpty else { return nil }
    return areEqual(expected, moment, before, shared.before) ? missingChange : nil
  }

  /// What is wrong if `update` has to leave the state after as it is.
  func partialFailure(after update: ((inout State) throws -> Void)?) -> Failure? {
    guard let update else { return nil }
    var expected = after
    let moment = shared.after
    do {
      try SharedPerspective.expecting(moment).run { try update(&expected) }
    } catch {
      return thrown(error)
    }
    return areEqual(expected, moment, after, shared.after)
      ? sharedDifference(from: moment) : difference(from: expected, moment)
  }

  private func areEqual(
    _ lhs: State, _ lhsMoment: SharedMoment, _ rhs: State, _ rhsMoment: SharedMoment
  ) -> Bool {
    // Without changes of shared values both moments are the present one, at which equal storage
    // need not be looked into.
    lhsMoment.isPresent && rhsMoment.isPresent
      ? lhs == rhs : SharedPerspective.comparing(lhsMoment, rhsMoment).run { lhs == rhs }
  }

  /// What is wrong with what the test says of shared values that are not part of the state. It need
  /// not say anything: they are not what the feature shows.
  private func sharedDifference(from expected: SharedMoment) -> Failure? {
    shared.difference(
      from: expected, isExhaustive: false, "Expected: -, actual: +"
    ).map { difference in
      Failure(
        message: """
          Shared state is not as expected \(occasion()).

          \(difference)

          \(sharedStateAdvice)
          """)
    }
  }

  private var hasSharedChanges: Bool { shared.changes.values.contains(where: \.isChange) }

  private var unexpectedChange: Failure {
    Failure(
      message: """
        The state changed \(occasion()), but no change was expected.

        \(differences(before, shared.before, after, "Before: -, after: +"))

        If the change is right, state it with a trailing closure, which is given the state before \
        and makes it the state after: '{ $0.<property> = <value> }'\
        \(hasSharedChanges ? ", or '{ $0.$<property>.withLock { $0 = <value> } }' if it is shared" : ""). \
        If it is wrong, the reducer changes too much.
        """)
  }

  private var missingChange: Failure {
    Failure(
      message: """
        The state was expected to change \(occasion()), but it did not.

        The trailing closure leaves the state as it was. If no change is expected, leave the closure \
        out. If one is, let the closure write the new value: the reducer does not do it yet.
        """)
  }

  private func difference(from expected: State, _ moment: SharedMoment) -> Failure {
    Failure(
      message: """
        The state is not as expected \(occasion()).

        \(differences(expected, moment, after, "Expected: -, actual: +"))

        If the actual state is right, change the trailing closure to produce it. If the expected one \
        is right, change the reducer.
        """)
  }

  private func differences(
    _ lhs: State, _ lhsMoment: SharedMoment, _ rhs: State, _ explanation: String
  ) -> String {
    SharedPerspective.comparing(lhsMoment, shared.after).run {
      ComposableCore.differences(lhs, rhs, explanation)
    }
  }

  private func thrown(_ error: any Error) -> Failure {
    Failure(
      message: """
        The trailing closure that states the change \(occasion()) threw an error.

          Error: \(error)

        The state was not compared. If the error comes from a 'try' on the state, such as unwrapping \
        a value, the state does not have what the closure asks for.
        """)
  }
}

/// The differences between two values, indented, with a line that explains the signs.
func differences<Value>(_ lhs: Value, _ rhs: Value, _ explanation: String) -> String {
  // There is a difference wherever two values are not equal, if only that it can't be seen.
  let difference = diff(lhs, rhs) ?? String(customDumping: rhs)
  return "\(indented(difference))\n\n(\(explanation))"
}

/// The text with each line moved to the right.
package func indented(_ text: String) -> String {
  text.split(separator: "\n", omittingEmptySubsequences: false)
    .map { $0.isEmpty ? "" : "    \($0)" }
    .joined(separator: "\n")
}
