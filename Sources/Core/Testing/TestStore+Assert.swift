import CompanionSupport
import CustomDump

extension TestStore {
  /// Asserts on the current state, independent of any action.
  ///
  /// ```swift
  /// store.assert { $0.count = 2 }
  /// ```
  ///
  /// The closure receives the current state and must leave it unchanged: assigning a value that it
  /// already has asserts this value.
  ///
  /// - Parameter updateStateToExpectedResult: Assigns the expected values to the state.
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
      updateStateToExpectedResult, nextStackElementID: nil,
      at: SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Checks a closure of the test against a change.
  ///
  /// - Parameters:
  ///   - change: The change.
  ///   - update: The expectation of the test.
  ///   - nextStackElementID: The id that the next element of a stack would have got before the
  ///     change; `nil` for the present one.
  ///   - place: The source location of the expectation.
  func check(
    _ change: StateChange<State>, _ update: ((inout State) throws -> Void)?,
    nextStackElementID: StackElementID?, at place: SourcePlace
  ) {
    let update = update.map { update in
      { [recorder, isExhaustive = exhaustivity == .on] (state: inout State) throws in
        try recorder.likeTheFeature(nextStackElementID: nextStackElementID) {
          try ModifiedCase.$isReported.withValue(isExhaustive) { try update(&state) }
        }
      }
    }
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
}

/// A change of the state, to be compared with an expectation of the test.
struct StateChange<State: Equatable> {
  let before: State
  let after: State
  /// The changes of shared values, which the states before and after have in common.
  let shared: SharedStep
  /// The circumstances of the change, to follow "the state is not as expected".
  let occasion: () -> String
  /// Whether a closure has to change something.
  var isChangeExpected = true

  /// The mismatch between an expectation and a change.
  struct Failure {
    let message: String

    func report(at place: SourcePlace) {
      place.report(message)
    }
  }

  /// The mismatch if `update` has to turn the state before into the state after.
  func exhaustiveFailure(after update: ((inout State) throws -> Void)?) -> Failure? {
    let isPresent = shared.isPresent
    guard let update else {
      let isSame = isPresent ? before == after : areEqual(before, shared.before, after)
      return isSame ? nil : unexpectedChange
    }
    var expected = before
    let moment = shared.before
    do {
      try SharedPerspective.expecting(moment).run { try update(&expected) }
    } catch {
      return thrown(error)
    }
    // Without changes of shared values there is one moment, the present one, at which equal storage
    // need not be looked into.
    if isPresent, !moment.hasStatements {
      guard expected == after else { return difference(from: expected, moment) }
      return isChangeExpected && expected == before ? missingChange : nil
    }
    if !areEqual(expected, moment, after) {
      return difference(from: expected, moment)
    }
    if let failure = sharedDifference(from: moment) { return failure }
    // A closure may, but need not, assert that a shared value was written without being changed.
    guard isChangeExpected, shared.changes.isEmpty else { return nil }
    return SharedPerspective.comparing(moment, shared.before).run { expected == before }
      ? missingChange : nil
  }

  /// The mismatch if `update` has to leave the state after unchanged.
  func partialFailure(after update: ((inout State) throws -> Void)?) -> Failure? {
    guard let update else { return nil }
    var expected = after
    let moment = shared.after
    do {
      try SharedPerspective.expecting(moment).run { try update(&expected) }
    } catch {
      return thrown(error)
    }
    let isSame =
      shared.isPresent && !moment.hasStatements
      ? expected == after : areEqual(expected, moment, after)
    return isSame ? sharedDifference(from: moment) : difference(from: expected, moment)
  }

  /// Whether a state, with the shared values of a moment, is the state after the change.
  private func areEqual(_ state: State, _ moment: SharedMoment, _ after: State) -> Bool {
    SharedPerspective.comparing(moment, shared.after).run { state == after }
  }

  /// The mismatch of shared values outside of the state. The test need not assert them: they are
  /// not part of the feature's state.
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
  // Two unequal values always have a difference, even if their dumps are the same.
  let difference = diff(lhs, rhs) ?? String(customDumping: rhs)
  return "\(indented(difference))\n\n(\(explanation))"
}

/// The text with each line indented.
package func indented(_ text: String) -> String {
  text.split(separator: "\n", omittingEmptySubsequences: false)
    .map { $0.isEmpty ? "" : "    \($0)" }
    .joined(separator: "\n")
}
