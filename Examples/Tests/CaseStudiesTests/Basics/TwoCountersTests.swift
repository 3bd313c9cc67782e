import ComposableArchitecture
import Testing

@testable import CaseStudies

@MainActor
@Suite struct TwoCountersTests {
  @Test func theParentReceivesTheActionsOfBothChildren() async {
    let store = TestStore(initialState: TwoCounters.State()) { TwoCounters() }
    await store.send(\.first.incrementButtonTapped) {
      $0.changeCount = 1
      $0.first.count = 1
    }
    await store.send(\.second.incrementButtonTapped) {
      $0.changeCount = 2
      $0.second.count = 1
    }
    #expect(store.state.sum == 2)
    await store.send(\.second.decrementButtonTapped) {
      $0.changeCount = 3
      $0.second.count = 0
    }
    #expect(store.state.sum == 1)
  }
}
