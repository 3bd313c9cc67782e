import CompanionSupport

extension TestStore {
  /// Sends an action as a user or a front end does, and checks how the state changes.
  ///
  /// ```swift
  /// let store = TestStore(initialState: Counter.State()) { Counter() }
  /// await store.send(.incrementButtonTapped) {
  ///   $0.count = 1
  /// }
  /// ```
  ///
  /// The closure receives the state before the action and has to turn it into the state after.
  /// Prefer absolute values, such as `= 1`, to `+= 1`: they assert more. Without a closure the
  /// state must not change. If ``exhaustivity`` is off, the closure receives the state after the
  /// action, and must leave it unchanged.
  ///
  /// The actions that effects have sent so far must have been received before. The usual mistake is
  /// to send the next action of a user while an answer is outstanding: the test then fails at this
  /// line, with the actions that were not received. Receive them first, or end their effects as the
  /// feature does.
  ///
  /// - Parameters:
  ///   - action: The action.
  ///   - updateStateToExpectedResult: Applies the expected changes to the state.
  /// - Returns: The effects that this action started, to await or to cancel.
  @discardableResult
  public func send(
    _ action: Action,
    assert updateStateToExpectedResult: ((_ state: inout State) throws -> Void)? = nil,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async -> TestStoreTask {
    let place = SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column)
    guard !isDismissed else {
      reportDismissal(before: action, at: place)
      return TestStoreTask(task: StoreTask(group: nil), timeout: timeout)
    }
    requireNothingReceived(before: action, at: place)
    let (step, task) = process(action, at: place)
    if let step {
      check(
        StateChange(
          before: step.before, after: step.after, shared: step.shared,
          occasion: { "after '\(ActionName.text(of: action))' was sent" }),
        updateStateToExpectedResult, nextStackElementID: step.nextStackElementID, at: place)
      recorder.advance(past: step)
    }
    await letEffectsRun()
    return TestStoreTask(task: task, timeout: timeout)
  }

  /// Sends an action without a payload, named by its case:
  /// `await store.send(\.incrementButtonTapped)`.
  ///
  /// - Parameters:
  ///   - action: The case.
  ///   - updateStateToExpectedResult: Applies the expected changes to the state.
  /// - Returns: The effects that this action started, to await or to cancel.
  @discardableResult
  public func send(
    _ action: CaseKeyPath<Action, Void>,
    assert updateStateToExpectedResult: ((_ state: inout State) throws -> Void)? = nil,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async -> TestStoreTask where Action: CasePathable {
    await send(
      Action.allCasePaths[keyPath: action].embed(()), assert: updateStateToExpectedResult,
      fileID: fileID, filePath: filePath, line: line, column: column)
  }

  /// Sends an action named by its case: `await store.send(\.nameChanged, "Blob")`.
  ///
  /// - Parameters:
  ///   - action: The case.
  ///   - value: Its payload.
  ///   - updateStateToExpectedResult: Applies the expected changes to the state.
  /// - Returns: The effects that this action started, to await or to cancel.
  @discardableResult
  public func send<Value>(
    _ action: CaseKeyPath<Action, Value>,
    _ value: Value,
    assert updateStateToExpectedResult: ((_ state: inout State) throws -> Void)? = nil,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async -> TestStoreTask where Action: CasePathable {
    await send(
      Action.allCasePaths[keyPath: action].embed(value), assert: updateStateToExpectedResult,
      fileID: fileID, filePath: filePath, line: line, column: column)
  }

  private func reportDismissal(before action: Action, at place: SourcePlace) {
    place.report(
      """
      '\(ActionName.text(of: action))' was sent to a feature that has dismissed itself.

      The action was ignored: in an app the feature is gone by now. Remove this line, or send the \
      action before the one that dismisses the feature.
      """)
  }

  private func requireNothingReceived(before action: Action, at place: SourcePlace) {
    guard recorder.hasReceivedActions else { return }
    let received = recorder.receivedActions
    report(
      """
      '\(ActionName.text(of: action))' was sent before \(countOfActions(received)) of effects \
      \(received.count == 1 ? "was" : "were") received.

      \(dump(received))

      To fix, 'receive' each of them before this line, or skip them with 'await \
      store.skipReceivedActions()'. If the test is not about them, turn 'store.exhaustivity' off.
      """, at: place)
    if exhaustivity == .on {
      recorder.didReportReceivedActions()
    } else {
      while recorder.skipFirst() != nil {}
    }
  }
}

extension TestStore {
  /// Sends an action without an assertion, and without giving its effects a turn.
  package func sendWithoutAssertion(_ action: Action, at place: SourcePlace) {
    exhaustivity = .off
    guard let step = process(action, at: place).step else { return }
    recorder.advance(past: step)
  }

  /// Skips the actions that effects have sent so far.
  package func skipReceivedActionsAtOnce() {
    while recorder.skipFirst() != nil {}
  }
}
