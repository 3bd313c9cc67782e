import CompanionSupport

extension TestStore {
  /// Waits until all effects have ended.
  ///
  /// Fails if they do not end in time, or if they sent actions that the test has not received.
  ///
  /// - Parameter duration: The maximum time to wait; ``timeout`` if omitted.
  public func finish(
    timeout duration: Duration? = nil,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async {
    let place = SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column)
    let timeout = duration ?? timeout
    await letEffectsRun()
    guard await wait(atMost: timeout, until: { $0.effectsInFlight.isEmpty }) else {
      report(
        """
        Effects were expected to end within \(timeout), but still run:

        \(describe(recorder.effectsInFlight))

        \(endingAdvice(isExplicit: duration != nil))
        """, at: place)
      return
    }
    guard recorder.hasUnreportedActions else { return }
    report(message(unreceived: recorder.receivedActions), at: place)
    if exhaustivity == .on { recorder.didReportReceivedActions() }
  }

  /// Skips all actions that effects have sent so far.
  ///
  /// - Parameter strict: Whether to fail if there are none.
  public func skipReceivedActions(
    strict: Bool = true,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async {
    let place = SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column)
    await letEffectsRun()
    var skipped: [Action] = []
    while let step = recorder.skipFirst() { skipped.append(step.action) }
    guard !skipped.isEmpty else {
      if strict {
        place.report(
          """
          There are no received actions to skip.

          If there may be none, use 'skipReceivedActions(strict: false)'; otherwise remove this line, \
          or wait for what sends them.
          """)
      }
      return
    }
    noteSkipped("\(countOfActions(skipped)) skipped:\n\n\(dump(skipped))", at: place)
  }

  /// Skips the running effects: they need not end before the test does.
  ///
  /// They continue, and the actions they send have to be received.
  ///
  /// - Parameter strict: Whether to fail if there are none.
  public func skipInFlightEffects(
    strict: Bool = true,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async {
    let place = SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column)
    await letEffectsRun()
    let effects = recorder.effectsInFlight
    guard !effects.isEmpty else {
      if strict {
        place.report(
          """
          There are no running effects to skip.

          If there may be none, use 'skipInFlightEffects(strict: false)'; otherwise remove this line.
          """)
      }
      return
    }
    noteSkipped("Skipped while running:\n\n\(describe(effects))", at: place)
    recorder.skipEffectsInFlight()
  }

  /// A skip that the test requests is not a failure; it is shown unless notes are turned off.
  private func noteSkipped(_ message: String, at place: SourcePlace) {
    if exhaustivity == .on {
      SkippedAssertions.show(message, at: place)
    } else {
      report(message, at: place)
    }
  }

  /// Waits for a condition, or for the end of everything that could fulfil it.
  ///
  /// - Returns: Whether the condition was fulfilled.
  @discardableResult
  func wait(
    atMost timeout: Duration, until condition: (TestRecorder<State, Action>) -> Bool
  ) async -> Bool {
    await ComposableCore.wait(atMost: timeout) {
      condition(recorder) || !recorder.hasRunningEffects
    }
    return condition(recorder)
  }

  /// Lets effects run until they all wait.
  func letEffectsRun() async {
    if let run = ExploredRun.current { return await run.becomeIdle() }
    guard MainTurns.areCounted else {
      return recorder.hasRunningEffects ? await Task.megaYield() : await Task.yield()
    }
    // As many as `megaYield` gives, which waits for a task that steps back, too.
    var turnsLeft = recorder.hasRunningEffects ? 3 * MegaYield.defaultCount : 1
    while turnsLeft > 0, MainTurns.areWaitedFor {
      await MainTurns.giveOne()
      turnsLeft -= 1
    }
    // Running effects wait for events outside of tasks, such as another thread: they get time.
    if recorder.hasRunningEffects { await Task.megaYield() }
  }
}

/// The unasserted actions and running effects at the end of a test.
struct TestEnd<State, Action> {
  private let recorder: TestRecorder<State, Action>
  private let exhaustivity: Exhaustivity
  private let place: SourcePlace

  init(_ recorder: TestRecorder<State, Action>, exhaustivity: Exhaustivity, place: SourcePlace) {
    self.recorder = recorder
    self.exhaustivity = exhaustivity
    self.place = place
  }

  /// Reports them: actions at the location of the store, effects at the calls that started them.
  func report() {
    guard exhaustivity != .off else { return }
    if recorder.hasUnreportedActions {
      exhaustivity.report(message(unreceived: recorder.receivedActions), at: place)
    }
    recorder.shared.reportOpenChanges { exhaustivity.report($0, at: place) }
    for (effect, call) in recorder.effectsInFlight {
      exhaustivity.report(
        """
        An effect that '\(call.action)' started still runs at the end of the test\
        \(effect.place.map { ", the one at \($0.fileAndLine)" } ?? "").

        \(endingAdvice(isExplicit: nil))
        """, at: call.place)
    }
  }
}

/// The message about actions that were not received.
private func message<Action>(unreceived actions: [Action]) -> String {
  """
  \(countOfActions(actions)) of effects \(actions.count == 1 ? "was" : "were") not received:

  \(dump(actions))

  To fix, 'receive' each of them, or skip them with 'await store.skipReceivedActions()'. If the test \
  is not about them, turn 'store.exhaustivity' off.
  """
}

/// Advice on ending effects.
///
/// - Parameter isExplicit: Whether the user specified the time to wait; `nil` if there was no
///   waiting.
func endingAdvice(isExplicit: Bool?) -> String {
  let time =
    isExplicit.map { timeHint(isExplicit: $0) }
    ?? "end the test with 'await store.finish()'"
  return """
    Usual causes, and what to do:

    • It needs more time: \(time).

    • It waits for a clock: advance the test clock, or use an immediate one.

    • It lives as long as the feature, as a timer or a subscription does: cancel it as the feature \
    does, by an action that returns 'Effect.cancel(id:)' or by taking its child's state away, or by \
    hand, with 'await task.cancel()' on the task that 'send' returned.

    • The test is not about it: skip it with 'await store.skipInFlightEffects()', or turn \
    'store.exhaustivity' off.
    """
}

func timeHint(isExplicit: Bool) -> String {
  isExplicit ? "make 'timeout' larger" : "say how much with 'timeout:'"
}

/// Describes effects for a message: where each was created, and the call that started it.
func describe(_ effects: [(effect: RunningEffect, call: EffectOrigin.Call)]) -> String {
  effects.map { effect, call in
    let place = effect.place.fileAndLine
    return "    • the effect at \(place), started by '\(call.action)'"
  }.joined(separator: "\n")
}
