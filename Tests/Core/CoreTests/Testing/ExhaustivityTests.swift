import ComposableCore
import TestSupport
import Testing

@MainActor
@Suite struct ExhaustivityTests {
  private func makeStore(_ exhaustivity: Exhaustivity) -> TestStoreOf<Loader> {
    let store = TestStore(initialState: Loader.State()) { Loader() }
    store.exhaustivity = exhaustivity
    return store
  }

  /// The output while `body` runs.
  private func notes(_ body: @MainActor () async -> Void) async -> String {
    let notes = LockIsolated("")
    await SkippedAssertions.$write.withValue({ note in notes.withValue { $0 += note } }) {
      await body()
    }
    return notes.value
  }

  @Test func offNeedsNoStatements() async {
    let notes = await notes {
      let store = makeStore(.off)
      await store.send(.increment)
      await store.send(.chain(2)) { $0.count = 2 }
      await store.send(.loadTwo)
      await store.send(.listen)
      await store.finish(timeout: .zero)
    }
    #expect(notes.isEmpty)
  }

  @Test func offChecksWhatIsStated() async {
    await expectIssue("not as expected after 'increment' was sent", "- ", "count: 3") {
      let store = makeStore(.off)
      await store.send(.increment) { $0.count = 3 }
    }
  }

  @Test func offChecksPartsOfTheState() async {
    let store = makeStore(.off)
    await store.send(.load("a")) { $0.count = 0 }
    await store.send(.setCount(3)) { $0.count += 0 }
    await store.send(.loaded("a")) { $0.text = "a" }
    store.assert { $0.isLoading = false }
  }

  @Test func offSkipsActionsBeforeTheExpectedOne() async {
    let store = makeStore(.off)
    await store.send(.chain(5))
    await store.receive(.chain(2)) { $0.count = 2 }
    await store.receive(\.chain, 0)
  }

  @Test func offReportsAnActionThatNeverComes() async {
    await expectIssue("only others were received", "chain(7)", "chain(1)") {
      let store = makeStore(.off)
      await store.send(.chain(2))
      await store.receive(.chain(7))
    }
  }

  @Test func receive_theExpectedActionIsFirst_showsNoSkippedAction() async {
    let notes = await notes {
      let store = makeStore(.off(showSkippedAssertions: true))
      await store.send(.chain(1)) { $0.count = 1 }
      await store.receive(.chain(0)) { $0.count = 0 }
    }
    #expect(!notes.contains("received before"))
  }

  @Test func showingPrintsWhatIsSkipped() async {
    let notes = await notes {
      let store = makeStore(.off(showSkippedAssertions: true))
      await store.send(.increment)
      await store.send(.load("a")) { $0.count = 1 }
      await store.send(.chain(3))
      await store.receive(.chain(0)) { $0.count = 0 }
      await store.send(.loadTwo)
      await store.send(.listen)
    }
    #expect(notes.contains("ExhaustivityTests.swift"))
    #expect(notes.contains("note: Skipped assertions."))
    #expect(notes.contains("The state changed after 'increment' was sent"))
    #expect(notes.contains("-   isLoading: false"))
    #expect(notes.contains("2 actions received before this one"))
    #expect(notes.contains("2 actions of effects were received"))
    #expect(notes.contains("An effect that 'listen' started still runs"))
  }

  @Test func skippingInAnExhaustiveTestIsNoted() async {
    let notes = await notes {
      let store = makeStore(.on)
      await store.send(.chain(1)) { $0.count = 1 }
      await store.skipReceivedActions()
    }
    #expect(notes.contains("1 action skipped"))
    #expect(notes.contains("Loader.Action.chain(0)"))
  }

  @Test func exhaustivityForAWhile() async {
    let store = makeStore(.on)
    await store.withExhaustivity(.off) {
      await store.send(.increment)
    }
    store.withExhaustivity(.off) {
      #expect(store.exhaustivity == .off)
    }
    #expect(store.exhaustivity == .on)
    await store.send(.increment) { $0.count = 2 }
  }
}
