import ComposableArchitecture
import NumberFacts
import Testing

@testable import CaseStudies

@MainActor
@Suite struct NumberTrailTests {
  private let clock = TestClock()

  private func makeStore(_ place: String? = nil) -> TestStoreOf<NumberTrail> {
    TestStore(
      initialState: NumberTrail.State(
        path: StackState(place.flatMap { TrailPlace($0) }?.screens ?? []))
    ) {
      NumberTrail()
    } withDependencies: {
      $0.continuousClock = clock
      $0.numberFact = .slow(clock)
    }
  }

  @Test func theStackPushesForItsScreens() async {
    let store = makeStore()
    await store.send(.startButtonTapped) { $0.path[id: 0] = .number(TrailNumber.State(number: 2)) }
    await store.send(\.path[id: 0].number.incrementButtonTapped) {
      $0.path[id: 0, case: \.number]?.number = 3
    }
    await store.send(\.path[id: 0].number.squareButtonTapped) {
      $0.path[id: 1] = .number(TrailNumber.State(number: 9))
    }
    #expect(store.state.sum == 12)
    await store.send(\.path[id: 1].number.factButtonTapped) {
      $0.path[id: 2] = .fact(TrailFact.State(number: 9))
    }
    await store.send(.popToRootButtonTapped) { $0.path = StackState() }
  }

  @Test func aScreenThatIsPoppedHasNoEffects() async {
    let store = makeStore("2/stopwatch")
    await store.send(\.path[id: 1].stopwatch.startStopButtonTapped) {
      $0.path[id: 1, case: \.stopwatch]?.isRunning = true
    }
    await clock.advance(by: .milliseconds(100))
    await store.receive(\.path[id: 1].stopwatch.ticked) {
      $0.path[id: 1, case: \.stopwatch]?.tenths = 1
    }
    await store.send(\.path.popFrom, 1) { $0.path.removeLast() }
    await clock.advance(by: .seconds(1))
  }

  @Test func aScreenPopsItself() async {
    let store = makeStore("5/fact")
    await store.send(\.path[id: 1].fact.loadButtonTapped) {
      $0.path[id: 1, case: \.fact]?.isLoading = true
    }
    await clock.advance(by: .seconds(1))
    await store.receive(\.path[id: 1].fact.factResponse) {
      $0.path[id: 1, case: \.fact]?.fact = .success("about 5")
      $0.path[id: 1, case: \.fact]?.isLoading = false
    }
    await store.send(\.path[id: 1].fact.doneButtonTapped)
    await store.receive(\.path.popFrom) { $0.path.removeLast() }
  }

  @Test func aPlaceIsAState() async throws {
    let store = makeStore()
    let place = try #require(TrailPlace("2/4/fact"))
    await store.send(.placeEntered(place)) { $0.path = StackState(place.screens) }
    #expect(store.state.sum == 6)
  }

  @Test(arguments: ["", "fact", "stopwatch", "2/fact/3", "2/stopwatch/fact", "2/somewhere"])
  func textsThatAreNoPlaces(_ text: String) {
    #expect(TrailPlace(text) == nil)
  }
}
