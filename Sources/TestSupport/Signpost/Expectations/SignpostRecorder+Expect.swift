import CompanionSupport
import ComposableCore
public import Signpost

extension SignpostRecorder {
  /// Waits until an action, and the effects and actions that it causes, are as expected.
  ///
  /// ```swift
  /// let recorder = SignpostRecorder()
  /// await recorder.record {
  ///   let store = Store(initialState: Counter.State()) {
  ///     Counter().signpost("counter")
  ///   }
  ///   store.send(.incrementButtonTapped)
  ///   store.send(.factButtonTapped)
  ///   await recorder.expect("incrementButtonTapped", changing: .yes, starting: [])
  ///   await recorder.expect("factButtonTapped", starting: [.finished(sending: ["factResponse"])])
  /// }
  /// ```
  ///
  /// The usual mistake is to create the store outside of `record`, or to omit the wrapper: nothing
  /// is recorded then, and the expectation fails. Create the store and send the actions in its
  /// closure.
  ///
  /// It checks the first action of the name that no `expect` has checked before. Omitted arguments
  /// are not compared. It returns as soon as the expectation holds. It fails as soon as the
  /// expectation can no longer hold, for example because the effect has ended with another outcome.
  ///
  /// If wrappers are nested, the name can come from any of them. The effects of all of them are
  /// compared.
  ///
  /// - Parameters:
  ///   - name: The name of the action.
  ///   - prefix: The prefix of the wrapper; any if `nil`.
  ///   - change: Whether it changes the state; not compared if `nil`.
  ///   - effects: The effects that it starts, in the order in which their work begins.
  ///   - timeout: The maximum time to wait for running effects.
  /// - Returns: The action, or `nil` if there was none.
  @discardableResult
  public nonisolated(nonsending) func expect(
    _ name: String,
    prefix: String? = nil,
    changing change: StateChange? = nil,
    starting effects: ExpectedEffects = .anything,
    timeout: Duration = .seconds(5),
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async -> RecordedAction? {
    let expected = ExpectedAction.action(
      name, prefix: prefix, changing: change, starting: effects)
    let taken = covered.withLock(\.taken)
    var found: RecordedAction?
    let comparison = await comparison(atMost: timeout) { causes in
      var comparison = FlowComparison(isExact: false)
      found = causes.actions(name, prefix: prefix)
        .first { !taken.contains($0.id) && !$0.isWithin(name, prefix: prefix) }
      if let found {
        comparison.compare(expected, with: found)
      } else {
        comparison.note(missing: "'\(expected.label)' was not recorded.")
      }
      return comparison
    }
    var covered = comparison.covered
    if let found { covered.taken.insert(found.id) }
    cover(covered)
    report(
      comparison, expected: [expected.tree], timeout: timeout,
      advice: found == nil ? .missingAction : nil,
      at: SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column))
    return found
  }

  /// Waits until all recorded actions and effects are as expected, without any others.
  ///
  /// ```swift
  /// await recorder.expectFlow([
  ///   .action("incrementButtonTapped", changing: .yes),
  ///   .action(
  ///     "factButtonTapped",
  ///     starting: [.finished(sending: [.action("factResponse", changing: .yes)])]),
  /// ])
  /// ```
  ///
  /// The list contains the actions that came from outside, in their order. Omitted effects and
  /// actions must not occur: an action without stated effects starts none, and an effect without
  /// stated actions sends none. Only changes of states may be omitted.
  ///
  /// - Parameters:
  ///   - expected: The actions that came from outside, with their effects.
  ///   - prefix: If given, only actions that pass a wrapper with this prefix are checked. An action
  ///     that none of them has caused then counts as coming from outside.
  ///   - timeout: The maximum time to wait for running effects.
  public nonisolated(nonsending) func expectFlow(
    _ expected: [ExpectedAction],
    prefix: String? = nil,
    timeout: Duration = .seconds(5),
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async {
    let comparison = await comparison(atMost: timeout) { causes in
      var comparison = FlowComparison(isExact: true)
      comparison.compare(expected, with: causes.actionsFromOutside(prefix: prefix))
      return comparison
    }
    cover(comparison.covered)
    report(
      comparison, expected: expected.map(\.tree), timeout: timeout,
      at: SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  private func cover(_ covered: CoveredActions) {
    self.covered.withLock { $0.add(covered) }
  }
}

extension RecordedCauses {
  /// The actions from outside that pass wrappers with a prefix, as recorded by the outermost of
  /// these wrappers.
  fileprivate func actionsFromOutside(prefix: String?) -> [RecordedAction] {
    guard let prefix else { return actionsFromOutside }
    return
      outermostActions
      .filter { action in
        !action.becauseOf.contains { $0.outermost.level(prefix: prefix) != nil }
      }
      .compactMap { $0.level(prefix: prefix) }
  }
}

extension RecordedAction {
  /// The record of this action by the outermost wrapper with a prefix.
  func level(prefix: String) -> RecordedAction? {
    levels.first { $0.prefix == prefix }
  }

  /// Whether an enclosing wrapper records the same action under the same name.
  fileprivate func isWithin(_ name: String, prefix: String?) -> Bool {
    guard !isOutermost, let parent else { return false }
    return parent.isCalled(name, prefix: prefix) || parent.isWithin(name, prefix: prefix)
  }
}
