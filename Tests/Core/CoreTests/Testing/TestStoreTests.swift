import ComposableCore
import TestSupport
import Testing

@MainActor
@Suite struct TestStoreTests {
  private func makeStore(_ gates: Gates = Gates()) -> TestStoreOf<Loader> {
    TestStore(initialState: Loader.State()) { Loader(gates: gates) }
  }

  // MARK: Sending

  @Test func sendStatesTheChange() async {
    let store = makeStore()
    await store.send(.increment) { $0.count = 1 }
    await store.send(\.increment) { $0.count = 2 }
    await store.send(\.setCount, 7) { $0.count = 7 }
    await store.send(.stopListening)
    #expect(store.state.count == 7)
  }

  @Test func wrongStatementShowsTheDifference() async {
    await expectIssue(
      "not as expected after 'increment' was sent", "-   count: 2,", "+   count: 1,",
      "(Expected: -, actual: +)"
    ) {
      let store = makeStore()
      await store.send(.increment) { $0.count = 2 }
    }
  }

  @Test func missingStatementIsReported() async {
    await expectIssue("changed after 'increment' was sent, but no change was expected", "count: 1")
    {
      let store = makeStore()
      await store.send(.increment)
    }
  }

  @Test func closureThatChangesNothingIsReported() async {
    await expectIssue("expected to change after 'stopListening' was sent, but it did not") {
      let store = makeStore()
      await store.send(.stopListening) { $0.count = 0 }
    }
  }

  @Test func errorOfTheClosureIsReported() async {
    struct Unwrapping: Error {}
    await expectIssue("threw an error", "Unwrapping") {
      let store = makeStore()
      await store.send(.increment) { _ in throw Unwrapping() }
    }
  }

  @Test func issueIsAtTheLineOfTheCall() async {
    let store = makeStore()
    let line = #line + 2
    await withKnownIssue {
      await store.send(.increment)
    } matching: { issue in
      issue.sourceLocation?.line == line && issue.sourceLocation?.fileName == "TestStoreTests.swift"
    }
  }

  /// The end of the test does not report the same action again.
  @Test func actionThatWasNotReceived_isReportedOnce() async {
    await expectIssue("was sent before 1 action of effects was received") {
      let store = TestStore(initialState: 0) {
        Reduce<Int, Int> { state, action in
          state += action
          return action == 1 ? .send(10) : .none
        }
      }
      await store.send(1) { $0 = 1 }
      await store.send(2) { $0 = 13 }
    }
  }

  @Test func sendBeforeReceivingIsReportedOnce() async {
    let store = makeStore()
    await store.send(.chain(1)) { $0.count = 1 }
    await expectIssue("'increment' was sent before 1 action of effects was received", "chain(0)") {
      await store.send(.increment) { $0.count = 1 }
    }
    // Late, but not too late: each change belongs to its action.
    await store.receive(\.chain, 0) { $0.count = 0 }
    #expect(store.state.count == 1)
  }

  @Test func valuesThatPrintTheSameAreShown() async {
    struct Odd: Equatable {
      static func == (lhs: Self, rhs: Self) -> Bool { false }
    }
    await expectIssue("Not equal but no difference detected") {
      let store = TestStore(initialState: Odd()) {
        Reduce<Odd, Int> { _, _ in .none }
      }
      await store.send(1) { _ in }
    }
  }

  // MARK: Receiving

  @Test func receiveInAllForms() async {
    let store = makeStore()
    await store.send(.chain(4)) { $0.count = 4 }
    await store.receive(.chain(3)) { $0.count = 3 }
    await store.receive(\.chain) { $0.count = 2 }
    await store.receive(\.chain, 1) { $0.count = 1 }
    await store.receive({ $0 == .chain(0) }) { $0.count = 0 }
  }

  @Test func receiveWaitsForTheAction() async {
    let gates = Gates()
    let store = makeStore(gates)
    await store.send(.load("a")) { $0.isLoading = true }
    Task {
      await gates.arrival(at: "a")
      gates.open("a")
    }
    await store.receive(.loaded("a"), timeout: .seconds(60)) {
      $0.isLoading = false
      $0.text = "a"
    }
  }

  @Test func otherPayloadIsShownAsDifference() async {
    await expectIssue(
      "Another action was received", "loaded(\"two\")", "loaded(\"one\")",
      "(Expected: -, received: +)"
    ) {
      let store = makeStore()
      await store.send(.loadTwo)
      await store.receive(.loaded("two"))
      await store.receive(.loaded("two")) { $0.text = "two" }
    }
  }

  @Test func otherCaseIsShownWithWhatWasReceived() async {
    await expectIssue("Another action was received", "type 'Int'", "loaded(\"one\")") {
      let store = makeStore()
      await store.send(.loadTwo)
      await store.receive(\.chain)
      await store.receive(\.loaded, "two") { $0.text = "two" }
    }
  }

  @Test func caseWithoutAPayloadIsNamed() async {
    await expectIssue("none was received", "of the case 'increment'") {
      let store = makeStore()
      await store.receive(\.increment)
    }
  }

  @Test func missingActionWithoutEffectsIsReportedAtOnce() async {
    await expectIssue("none was received", "loaded(\"a\")", "No effect is running") {
      let store = makeStore()
      await store.send(.increment) { $0.count = 1 }
      await store.receive(.loaded("a"), timeout: .seconds(3600))
    }
  }

  @Test func missingActionNamesTheEffectsThatRun() async {
    let gates = Gates()
    await expectIssue(
      "none was received within 0.0 seconds", "CoreTests/Loader.swift", "started by 'load'",
      "advance the test clock", "make 'timeout' larger"
    ) {
      let store = makeStore(gates)
      let task = await store.send(.load("a")) { $0.isLoading = true }
      await store.receive(.loaded("a"), timeout: .zero)
      await task.cancel()
    }
  }

  @Test func receive_defaultTimeoutIsOver_saysHowToGiveAnother() async {
    let gates = Gates()
    await expectIssue("none was received", "say how much with 'timeout:'") {
      let store = makeStore(gates)
      store.timeout = .nanoseconds(1)
      let task = await store.send(.load("a")) { $0.isLoading = true }
      await store.receive(.loaded("a"))
      await task.cancel()
    }
  }

  @Test func timeout_integer_isInNanoseconds() async {
    let store = makeStore()
    let task = await store.send(.load("a")) { $0.isLoading = true }
    let calls: [@MainActor () async -> Void] = [
      { await store.receive(.loaded("a"), timeout: 2_000_000) { $0.text = "a" } },
      { await store.receive({ $0 == .loaded("a") }, timeout: 2_000_000) },
      { await store.receive(\.loaded, timeout: 2_000_000) { $0.text = "a" } },
      { await store.receive(\.loaded, "a", timeout: 2_000_000) },
      { await store.receive(\.self, timeout: 2_000_000) },
      { await store.finish(timeout: 2_000_000) },
      { await task.finish(timeout: 2_000_000) },
    ]
    for call in calls { await expectIssue("within 0.002 seconds", by: call) }
    await task.cancel()
  }

  @Test func receivedChangeIsChecked() async {
    await expectIssue("not as expected after 'chain' was received") {
      let store = makeStore()
      await store.send(.chain(1)) { $0.count = 1 }
      await store.receive(.chain(0)) { $0.count = 5 }
    }
  }

  @Test func stateIsThatOfWhatWasReceived() async {
    let store = makeStore()
    await store.send(.chain(2)) { $0.count = 2 }
    #expect(store.state.count == 2)
    await store.receive(\.chain) { $0.count = 1 }
    #expect(store.state.count == 1)
    await store.skipReceivedActions()
    #expect(store.state.count == 0)
  }

  @Test func stateIsTheOneBeforeWithinAClosure() async {
    let store = makeStore()
    for exhaustivity in [.on, .off] as [Exhaustivity] {
      store.exhaustivity = exhaustivity
      await store.send(.chain(1)) {
        $0.count = 1
        #expect(store.state.count == 0)
      }
      #expect(store.state.count == 1)
      await store.receive(.chain(0)) {
        $0.count = 0
        #expect(store.state.count == 1)
      }
      #expect(store.state.count == 0)
    }
  }

  // MARK: The end

  @Test func unreceivedActionsAreReportedAtTheEnd() async {
    await withKnownIssue {
      let store = makeStore()
      await store.send(.loadTwo)
      await store.finish()
    } matching: { issue in
      issue.description.contains("2 actions of effects were not received")
        && issue.description.contains("loaded(\"two\")")
    }
    await expectIssue("1 action of effects was not received") {
      let store = makeStore()
      await store.send(.chain(1)) { $0.count = 1 }
    }
  }

  @Test func finish_laterActionsThanReported_areReported() async {
    let store = makeStore()
    await store.send(.chain(1)) { $0.count = 1 }
    await expectIssue("'stopListening' was sent before 1 action") {
      await store.send(.stopListening)
    }
    await store.receive(.chain(0)) { $0.count = 0 }
    await store.send(.loadTwo)
    await expectIssue("2 actions of effects were not received") {
      await store.finish()
    }
  }

  @Test func deinit_laterActionsThanReported_areReported() async {
    await expectIssue("2 actions of effects were not received", "chain(0)") {
      let store = makeStore()
      await store.send(.chain(1)) { $0.count = 1 }
      await expectIssue("1 action of effects was not received") {
        await store.finish()
      }
      await expectIssue("'chain' was sent before 1 action") {
        await store.send(.chain(1)) { $0.count = 1 }
      }
    }
  }

  @Test func finish_onlyReportedActions_reportsNothing() async {
    let store = makeStore()
    await store.send(.loadTwo)
    await expectIssue("2 actions of effects were not received") {
      await store.finish()
    }
    await store.receive(.loaded("one")) { $0.text = "one" }
    await store.finish()
  }

  @Test func runningEffectsAreReportedAtTheirAction() async {
    let line = #line + 3
    await withKnownIssue {
      let store = makeStore()
      await store.send(.listen)
    } matching: { issue in
      issue.description.contains("An effect that 'listen' started still runs")
        && issue.description.contains("CoreTests/Loader.swift")
        && issue.description.contains("await store.finish()")
        && issue.sourceLocation?.line == line
    }
  }

  @Test func cancelledEffectsAreNoConcernOfTheEnd() async {
    let store = makeStore()
    await store.send(.listen)
    await store.send(.stopListening)
  }

  @Test func endIsReportedWhereverTheStoreIsReleased() async {
    await expectIssue("An effect that 'listen' started still runs") {
      let store = makeStore()
      await store.send(.listen)
      let holder = UncheckedSendable(LastReference(store))
      await Task.detached { holder.value.store = nil }.value
    }
  }

  private final class LastReference {
    var store: TestStoreOf<Loader>?

    init(_ store: TestStoreOf<Loader>) {
      self.store = store
    }
  }

  @Test func finishWaitsForEffects() async {
    let gates = Gates()
    let store = makeStore(gates)
    await store.send(.listen)
    Task {
      await gates.arrival(at: "never")
      gates.open("never")
    }
    await store.finish(timeout: .seconds(60))
  }

  @Test func finishReportsEffectsThatRun() async {
    await expectIssue("expected to end within 0.0 seconds", "started by 'listen'") {
      let store = makeStore()
      let task = await store.send(.listen)
      await store.finish(timeout: .zero)
      await task.cancel()
    }
  }

  // MARK: Tasks

  @Test func taskFinishesAndCancels() async {
    let gates = Gates()
    let store = makeStore(gates)
    let listening = await store.send(.listen)
    let nothing = await store.send(.increment) { $0.count = 1 }
    await nothing.finish()
    #expect(!listening.isCancelled)
    await listening.cancel()
    #expect(listening.isCancelled)
    #expect(gates.cancelled == ["never"])
    #expect(listening != nothing)
    let loading = await store.send(.load("a")) { $0.isLoading = true }
    gates.open("a")
    await loading.finish(timeout: .seconds(60))
    await store.receive(\.loaded, "a") {
      $0.isLoading = false
      $0.text = "a"
    }
  }

  @Test func taskFinish_timeIsOver_reportsAndCancelsEffects() async {
    await expectIssue("effects of an action were expected to end", "CoreTests/Loader.swift") {
      let store = makeStore()
      let task = await store.send(.listen)
      await task.finish(timeout: .zero)
      #expect(task.isCancelled)
    }
  }

  // MARK: Skipping

  @Test func skippingActions() async {
    let store = makeStore()
    await store.send(.loadTwo)
    await store.skipReceivedActions()
    #expect(store.state.text == "two")
    await store.skipReceivedActions(strict: false)
    await expectIssue("no received actions to skip") {
      await store.skipReceivedActions()
    }
  }

  @Test func skippingEffects() async {
    let gates = Gates()
    let store = makeStore(gates)
    await store.send(.listen)
    await store.skipInFlightEffects()
    #expect(gates.cancelled == [])
    await store.skipInFlightEffects(strict: false)
    await store.finish()
    await expectIssue("no running effects to skip") {
      await store.skipInFlightEffects()
    }
  }

  @Test func skippedEffectsGoOn() async {
    let gates = Gates()
    let store = makeStore(gates)
    await store.send(.load("a")) { $0.isLoading = true }
    await store.skipInFlightEffects()
    Task {
      await gates.arrival(at: "a")
      gates.open("a")
    }
    await store.receive(.loaded("a"), timeout: .seconds(60)) {
      $0.isLoading = false
      $0.text = "a"
    }
  }

  // MARK: Assert

  @Test func assertChecksTheStateAsItIs() async {
    let store = makeStore()
    await store.send(.increment) { $0.count = 1 }
    store.assert { $0.count = 1 }
    await expectIssue("not as expected at this point", "+   count: 1") {
      store.assert { $0.count = 2 }
    }
  }

  // MARK: Children

  @Test func childrenAreTestedThroughTheirParent() async {
    let gates = Gates()
    let store = TestStore(initialState: Parent.State(optional: Worker.State())) {
      Parent(gates: gates)
    }
    await store.send(.optional(.start("work")))
    gates.open("work")
    await store.receive(\.optional) { $0.optional?.results = ["work"] }
    await store.send(.optional(.start("more")))
    await store.send(.dismiss) { $0.optional = nil }
  }

  @Test func missingChildIsReportedAsByAnyStore() async {
    await expectIssue("'ifLet'", "received a child action") {
      let store = TestStore(initialState: Parent.State()) { Parent(gates: Gates()) }
      await store.send(.optional(.cancel))
    }
  }

  @Test func statesAreThoseOfAnyStore() async {
    for seed in 0..<30 as Range<UInt64> {
      var generator = SplitMix(seed: seed)
      let gates = Gates()
      gates.open("work")
      let initialState = Parent.State(optional: Worker.State(), rows: [Worker.State(id: 1)])
      let plainStore = Store(initialState: initialState) { Parent(gates: gates) }
      let store = TestStore(initialState: initialState) { Parent(gates: gates) }
      store.exhaustivity = .off
      for _ in 0..<20 {
        let action = randomAction(for: plainStore.state, using: &generator)
        await plainStore.send(action).finish()
        await store.send(action).finish()
        await store.skipReceivedActions(strict: false)
        #expect(store.state == plainStore.state, "after \(action), seed \(seed)")
      }
    }
  }

  /// An action that the state has the child for.
  private func randomAction(
    for state: Parent.State, using generator: inout SplitMix
  ) -> Parent.Action {
    var actions: [Parent.Action] = [
      .counter(.increment), .computed(.set(8)), .present(Worker.State(id: 7)), .dismiss,
      .insertRow(Int.random(in: 0..<4, using: &generator)),
      .removeRow(Int.random(in: 0..<4, using: &generator)), .cancelWork,
    ]
    if state.optional != nil { actions += [.optional(.start("work")), .optional(.cancel)] }
    actions += state.rows.ids.map { .rows(.element(id: $0, action: .startReplacing("work"))) }
    return actions.randomElement(using: &generator) ?? .dismiss
  }

  // MARK: Processing on reception

  @Test func reducerMayRunWhenAnActionIsReceived() async {
    let states = LockIsolated<[Int]>([])
    let store = TestStore(initialState: 0, processing: .whenReceived) {
      Reduce<Int, Int> { state, action in
        state = action
        states.withValue { $0.append(action) }
        return action == 0 ? .none : .send(action - 1)
      }
    }
    await store.send(2) { $0 = 2 }
    #expect(states.value == [2])
    await store.receive(1) { $0 = 1 }
    #expect(states.value == [2, 1])
    await store.receive(0) { $0 = 0 }
  }

  @Test func actionThatWaitsIsLeftOverAtTheEnd() async {
    await expectIssue("1 action of effects was not received") {
      let store = TestStore(initialState: 0, processing: .whenReceived) {
        Reduce<Int, Int> { _, action in action == 0 ? .none : .send(action - 1) }
      }
      await store.send(2)
    }
  }

  // MARK: Executor

  @Test func serialExecutorLastsAsLongAsTheStore() async {
    do {
      let store = makeStore()
      #expect(store.useMainSerialExecutor)
      #expect(uncheckedUseMainSerialExecutor)
      await store.send(.increment) { $0.count = 1 }
    }
  }
}

/// A test outside of the main actor uses the store as well.
@Suite struct TestStoreOffTheMainActorTests {
  @Test func sendAndReceive() async {
    let store = await TestStore(initialState: Loader.State()) { Loader() }
    await store.send(.chain(1)) { $0.count = 1 }
    await store.receive(\.chain) { $0.count = 0 }
    await store.finish()
  }
}
