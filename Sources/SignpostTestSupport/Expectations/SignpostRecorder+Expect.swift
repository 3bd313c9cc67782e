import ComposableCore
public import Signpost

extension SignpostRecorder {
  /// Waits for an action, and for what it causes, to be as expected.
  ///
  /// ```swift
  /// await recorder.expect(
  ///   "refreshButtonTapped", changing: .yes,
  ///   starting: [.finished(sending: ["response", "badgeUpdated"])])
  /// await recorder.expect("incrementButtonTapped", starting: [])
  /// await recorder.expect("timerButtonTapped", starting: [.running()])
  /// ```
  ///
  /// It is about the first action of the name that no `expect` was about before. What is left out is not
  /// looked at. It returns as soon as the expectation holds, and fails as soon as it can't hold any more:
  /// when the effect has ended otherwise, for example.
  ///
  /// Where wrappers are nested, the name may be that of any of them; effects are those of all of them.
  ///
  /// - Parameters:
  ///   - name: The name of the action.
  ///   - prefix: The prefix of the wrapper; any if `nil`.
  ///   - change: Whether it changes the state; not looked at if `nil`.
  ///   - effects: The effects that it starts, in the order in which their work begins.
  ///   - timeout: How long to wait at most for what is still under way.
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
    let taken = stated.withLock(\.taken)
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
    var stated = comparison.stated
    if let found { stated.taken.insert(found.id) }
    state(stated)
    report(
      comparison, expected: [expected.tree], timeout: timeout,
      advice: found == nil ? .missingAction : nil,
      at: SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column))
    return found
  }

  /// Waits for everything that was recorded to be as expected, and nothing else.
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
  /// The list has the actions that came from outside, in their order. What is left out must not be
  /// there: an action of which no effects are said starts none, and an effect of which no actions are
  /// said sends none. Only the changes of states need not be said.
  ///
  /// - Parameters:
  ///   - expected: The actions that came from outside, with what they cause.
  ///   - prefix: Where given, only actions that pass a wrapper with it are looked at, and what comes from
  ///     outside is what none of them has caused.
  ///   - timeout: How long to wait at most for what is still under way.
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
    state(comparison.stated)
    report(
      comparison, expected: expected.map(\.tree), timeout: timeout,
      at: SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  private func state(_ stated: StatedActions) {
    self.stated.withLock { $0.add(stated) }
  }
}

extension RecordedCauses {
  /// The actions that come from outside of what passes wrappers with a prefix, as the first of these
  /// tells of them.
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
  /// What the first wrapper with a prefix says of this action.
  func level(prefix: String) -> RecordedAction? {
    levels.first { $0.prefix == prefix }
  }

  /// Whether a wrapper around this one tells of the same action by the same name.
  fileprivate func isWithin(_ name: String, prefix: String?) -> Bool {
    guard !isOutermost, let parent else { return false }
    return parent.isCalled(name, prefix: prefix) || parent.isWithin(name, prefix: prefix)
  }
}
