import NumberFacts
import ComposableCore
import Observation
import Testing

@testable import Counter

@MainActor
@Suite(.timeLimit(.minutes(1)))
struct CounterFeatureTests {
  let clock = TestClock()
  let requests = FactRequests()
  let store: StoreOf<CounterFeature>

  init() {
    store = Store(initialState: CounterFeature.State()) { [clock, requests] in
      CounterFeature(numberFact: requests.client, clock: clock)
    }
  }

  @Test func countsUpAndDown() {
    store.send(.incrementButtonTapped)
    store.send(.incrementButtonTapped)
    store.send(.decrementButtonTapped)
    #expect(store.count == 1)
  }

  @Test func observations_ofTheCount_yieldEachThatIsAwaited() async {
    var counts = Observations { [store] in store.count }.makeAsyncIterator()
    #expect(await counts.next() == 0)
    let sending = Task { store.send(.incrementButtonTapped) }
    #expect(await counts.next() == 1)
    await sending.value.finish()
  }

  @Test func countingGoesRoundRatherThanTrap() {
    let store = Store(initialState: CounterFeature.State(count: .max)) {
      CounterFeature(numberFact: requests.client, clock: clock)
    }
    store.send(.incrementButtonTapped)
    #expect(store.count == .min)
  }

  @Test func loadsAFact() async {
    store.send(.incrementButtonTapped)
    let task = store.send(.factButtonTapped)
    #expect(store.state == CounterFeature.State(count: 1, isLoading: true))

    await requests.waitForRequest(about: 1)
    requests.answer(1, with: "one and only")
    await task.finish()
    #expect(store.state == CounterFeature.State(count: 1, fact: "one and only"))

    store.send(.incrementButtonTapped)
    #expect(store.state == CounterFeature.State(count: 2))
  }

  @Test func showsWhyThereIsNoFact() async {
    let task = store.send(.factButtonTapped)
    await requests.waitForRequest(about: 0)
    requests.fail(0, with: NumberFactFailure.other("closed on Sundays"))
    await task.finish()
    #expect(store.state == CounterFeature.State(failure: .other("closed on Sundays")))

    let retry = store.send(.factButtonTapped)
    #expect(store.failure == nil)
    await requests.waitForRequest(about: 0)
    requests.answer(0, with: "nothing")
    await retry.finish()
    #expect(store.fact == "nothing")
  }

  @Test func aFactAboutAnEarlierNumberIsNotShown() async {
    let first = store.send(.factButtonTapped)
    await requests.waitForRequest(about: 0)
    store.send(.incrementButtonTapped)
    #expect(store.state == CounterFeature.State(count: 1))
    #expect(requests.cancelled == [0])

    let second = store.send(.factButtonTapped)
    await requests.waitForRequest(about: 1)
    requests.answer(1, with: "new")
    await second.finish()
    requests.answer(0, with: "old")
    await first.finish()
    #expect(store.state == CounterFeature.State(count: 1, fact: "new"))
  }

  @Test func askingAgainCancelsTheRequestInFlight() async {
    let first = store.send(.factButtonTapped)
    await requests.waitForRequest(about: 0)
    let second = store.send(.factButtonTapped)
    #expect(requests.cancelled == [0])
    #expect(store.isLoading)

    await requests.waitForRequest(about: 0, count: 2)
    requests.answer(0, with: "old")
    await first.finish()
    #expect(store.state == CounterFeature.State(isLoading: true))
    requests.answer(0, with: "new")
    await second.finish()
    #expect(store.state == CounterFeature.State(fact: "new"))
  }

  @Test func theTimerCountsUntilItIsStopped() async throws {
    let timer = store.send(.toggleTimerButtonTapped)
    #expect(store.isTimerRunning)
    for count in 1...3 {
      await clock.advance(by: .seconds(1))
      #expect(store.count == count)
    }

    await clock.advance(by: .milliseconds(999))
    #expect(store.count == 3)
    await #expect(throws: SuspensionError.self) { try await clock.checkSuspension() }

    store.send(.toggleTimerButtonTapped)
    await timer.finish()
    await clock.advance(by: .seconds(3))
    #expect(store.state == CounterFeature.State(count: 3))
    try await clock.checkSuspension()
  }

  @Test func theTimerHasItsInterval() async {
    let store = Store(initialState: CounterFeature.State()) {
      CounterFeature(
        numberFact: requests.client, clock: clock, timerInterval: .milliseconds(250))
    }
    let timer = store.send(.toggleTimerButtonTapped)
    await clock.advance(by: .milliseconds(249))
    #expect(store.count == 0)
    await clock.advance(by: .milliseconds(1))
    #expect(store.count == 1)
    timer.cancel()
    await timer.finish()
  }

  @Test func countsItsActionsByName() async throws {
    let counts = ActionCounts()
    let store = Store(initialState: CounterFeature.State()) {
      CounterFeature(numberFact: requests.client, clock: clock).counted(by: counts)
    }
    store.send(.incrementButtonTapped)
    store.send(.incrementButtonTapped)
    let task = store.send(.factButtonTapped)
    await requests.waitForRequest(about: 2)
    requests.answer(2, with: "two")
    await task.finish()

    #expect(store.state == CounterFeature.State(count: 2, fact: "two"))
    #expect(
      counts.counts == ["incrementButtonTapped": 2, "factButtonTapped": 1, "factResponse": 1])
    #expect(
      String(decoding: try counts.json, as: UTF8.self) == """
        {
          "factButtonTapped" : 1,
          "factResponse" : 1,
          "incrementButtonTapped" : 2
        }

        """)
  }
}
