import CompanionSupport
import CustomDump

extension TestStore where Action: Equatable {
  /// Waits for an action that an effect sends, and checks how the state changes.
  ///
  /// ```swift
  /// let store = TestStore(initialState: Counter.State()) {
  ///   Counter()
  /// } withDependencies: {
  ///   $0[Facts.self].fetch = { "\($0) is a good number" }
  /// }
  /// await store.send(.factButtonTapped)
  /// await store.receive(.factResponse("0 is a good number")) {
  ///   $0.fact = "0 is a good number"
  /// }
  /// ```
  ///
  /// Actions are received in the order in which effects have sent them. It fails at once if no
  /// effect runs that could still send one.
  ///
  /// The usual mistake is an effect that waits for a real clock, so that the test waits for it
  /// until the timeout. Give the feature a ``TestClock``, and advance it before this call, or an
  /// ``ImmediateClock``, which does not wait.
  ///
  /// - Parameters:
  ///   - expectedAction: The action.
  ///   - duration: The maximum time to wait; ``timeout`` if omitted.
  ///   - updateStateToExpectedResult: Applies the expected changes to the state.
  public func receive(
    _ expectedAction: Action,
    timeout duration: Duration? = nil,
    assert updateStateToExpectedResult: ((_ state: inout State) throws -> Void)? = nil,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async {
    await receive(
      ExpectedAction(
        description: { String(customDumping: expectedAction) },
        matches: { $0 == expectedAction },
        mismatch: { differences(expectedAction, $0, "Expected: -, received: +") }),
      timeout: duration, assert: updateStateToExpectedResult,
      at: SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column))
  }
}

extension TestStore {
  /// Waits for an action from an effect that matches a predicate, and checks how the state changes.
  ///
  /// - Parameters:
  ///   - isMatching: The predicate.
  ///   - duration: The maximum time to wait; ``timeout`` if omitted.
  ///   - updateStateToExpectedResult: Applies the expected changes to the state.
  public func receive(
    _ isMatching: (_ action: Action) -> Bool,
    timeout duration: Duration? = nil,
    assert updateStateToExpectedResult: ((_ state: inout State) throws -> Void)? = nil,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async {
    await withoutActuallyEscaping(isMatching) { isMatching in
      await receive(
        ExpectedAction(
          description: { "An action that fits the condition" }, matches: isMatching),
        timeout: duration, assert: updateStateToExpectedResult,
        at: SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column))
    }
  }

  /// Waits for an action of a case that an effect sends, and checks how the state changes.
  ///
  /// ```swift
  /// await store.receive(\.factResponse.success) {
  ///   $0.fact = "1 is a good number"
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - actionCase: The case.
  ///   - duration: The maximum time to wait; ``timeout`` if omitted.
  ///   - updateStateToExpectedResult: Applies the expected changes to the state.
  public func receive<Value>(
    _ actionCase: CaseKeyPath<Action, Value>,
    timeout duration: Duration? = nil,
    assert updateStateToExpectedResult: ((_ state: inout State) throws -> Void)? = nil,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async where Action: CasePathable {
    let casePath = Action.allCasePaths[keyPath: actionCase]
    await receive(
      ExpectedAction(
        description: { self.description(of: casePath) },
        matches: { casePath.extract(from: $0) != nil }),
      timeout: duration, assert: updateStateToExpectedResult,
      at: SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Waits for an action of a case, with a payload, that an effect sends, and checks how the state
  /// changes.
  ///
  /// ```swift
  /// await store.receive(\.factResponse.success, "1 is a good number") {
  ///   $0.fact = "1 is a good number"
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - actionCase: The case.
  ///   - value: Its payload.
  ///   - duration: The maximum time to wait; ``timeout`` if omitted.
  ///   - updateStateToExpectedResult: Applies the expected changes to the state.
  public func receive<Value: Equatable>(
    _ actionCase: CaseKeyPath<Action, Value>,
    _ value: Value,
    timeout duration: Duration? = nil,
    assert updateStateToExpectedResult: ((_ state: inout State) throws -> Void)? = nil,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async where Action: CasePathable {
    let casePath = Action.allCasePaths[keyPath: actionCase]
    let expectedAction = casePath.embed(value)
    await receive(
      ExpectedAction(
        description: { String(customDumping: expectedAction) },
        matches: { casePath.extract(from: $0) == value },
        mismatch: { differences(expectedAction, $0, "Expected: -, received: +") }),
      timeout: duration, assert: updateStateToExpectedResult,
      at: SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Waits for any action from an effect, and checks how the state changes: `receive(\.self)`.
  ///
  /// - Parameters:
  ///   - actionCase: `\.self`.
  ///   - duration: The maximum time to wait; ``timeout`` if omitted.
  ///   - updateStateToExpectedResult: Applies the expected changes to the state.
  @_disfavoredOverload
  public func receive(
    _ actionCase: KeyPath<Action, Action>,
    timeout duration: Duration? = nil,
    assert updateStateToExpectedResult: ((_ state: inout State) throws -> Void)? = nil,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async {
    let casePath = AnyCasePath(identity: actionCase)
    await receive(
      ExpectedAction(
        description: { "Any action" }, matches: { casePath.extract(from: $0) != nil }),
      timeout: duration, assert: updateStateToExpectedResult,
      at: SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Actions that are not equatable are received by their case, or by a predicate.
  @available(
    *, unavailable,
    message:
      "The action is not 'Equatable': receive it by its case, 'store.receive(\\.response)', or make it conform."
  )
  @_disfavoredOverload
  public func receive(
    _ expectedAction: Action,
    timeout duration: Duration? = nil,
    assert updateStateToExpectedResult: ((_ state: inout State) throws -> Void)? = nil,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async {}
}

/// The action that a test waits for.
struct ExpectedAction<Action> {
  /// Describes it, for a message: to dump an action takes longer than to receive it.
  let description: () -> String
  let matches: (Action) -> Bool
  /// Describes the difference of an action that does not match.
  var mismatch: ((Action) -> String)?
}

extension TestStore {
  private func receive(
    _ expected: ExpectedAction<Action>, timeout duration: Duration?,
    assert update: ((inout State) throws -> Void)?, at place: SourcePlace
  ) async {
    let timeout = duration ?? timeout
    let isExhaustive = exhaustivity == .on
    let hasArrived = await wait(atMost: timeout) {
      isExhaustive
        ? $0.hasReceivedActions : $0.receivedActions.contains(where: expected.matches)
    }
    if !isExhaustive { skipActions(before: expected, at: place) }
    guard hasArrived, let step = recorder.takeFirst() else {
      place.report(missingMessage(expected, timeout: timeout, isExplicit: duration != nil))
      return
    }
    guard expected.matches(step.action) else {
      recorder.advance(past: step)
      place.report(mismatchMessage(expected, step.action))
      return
    }
    check(
      StateChange(
        before: step.before, after: step.after, shared: step.shared,
        occasion: { "after '\(ActionName.text(of: step.action))' was received" }),
      update, nextStackElementID: step.nextStackElementID, at: place)
    recorder.advance(past: step)
    await letEffectsRun()
  }

  /// The description of a case without a value: its payload's type, or its name if it has none.
  private func description<Value>(of casePath: AnyCasePath<Action, Value>) -> String {
    guard let nothing = () as? Value else {
      return "An action of the case at the key path, with a payload of type '\(Value.self)'"
    }
    return "An action of the case '\(ActionName.text(of: casePath.embed(nothing)))'"
  }

  /// Skips the actions that arrived before the expected one, if that has arrived.
  private func skipActions(before expected: ExpectedAction<Action>, at place: SourcePlace) {
    let received = recorder.receivedActions
    guard let index = received.firstIndex(where: expected.matches), index > 0 else { return }
    for _ in 0..<index { _ = recorder.skipFirst() }
    let skipped = Array(received[..<index])
    report(
      "\(countOfActions(skipped)) received before this one:\n\n\(dump(skipped))", at: place)
  }

  private func mismatchMessage(_ expected: ExpectedAction<Action>, _ action: Action) -> String {
    let difference =
      expected.mismatch?(action)
        ?? """
          Expected:
          \(indented(expected.description()))
          Received:
          \(indented(String(customDumping: action)))
        """
    return """
      Another action was received than the expected one.

      \(difference)

      Actions are received in the order in which effects send them. If the order is right, receive \
      the other action first. If it does not matter, turn 'store.exhaustivity' off.
      """
  }

  private func missingMessage(
    _ expected: ExpectedAction<Action>, timeout: Duration, isExplicit: Bool
  ) -> String {
    let effects = recorder.effectsInFlight
    let advice =
      effects.isEmpty
      ? """
      No effect is running that could send it. Usual causes:

      • No action that was sent so far starts the effect: send it, or have the reducer return the \
      effect.

      • The effect was cancelled, or ended without sending: look for 'cancel', for a child that went \
      away, and for an error that the effect swallows.

      • The action was received, or skipped, already.
      """
      : """
      Effects that run, and could send it:

      \(describe(effects))

      Usual causes:

      • The effect waits for a clock: advance the test clock, or use an immediate one.

      • The effect waits for a stream or a continuation: have the test send something.

      • It needs more time: \(timeHint(isExplicit: isExplicit)).
      """
    let waited = effects.isEmpty ? "" : " within \(timeout)"
    let others = recorder.receivedActions
    let received =
      others.isEmpty ? "none was received" : "only others were received, shown below"
    return """
      An action was expected, but \(received)\(waited).

      Expected:
      \(indented(expected.description()))
      \(others.isEmpty ? "" : "Received:\n\(dump(others))\n")
      \(advice)
      """
  }
}
