import ComposableArchitecture
import NumberFacts
import Testing

@testable import CaseStudies

@MainActor
@Suite struct LoadThenPresentTests {
  private let clock = TestClock()

  private func makeStore() -> TestStoreOf<LoadThenPresent> {
    TestStore(initialState: LoadThenPresent.State()) {
      LoadThenPresent()
    } withDependencies: {
      $0.numberFact = .slow(clock)
    }
  }

  @Test func theSheetOpensOnceItsFactIsThere() async {
    let store = makeStore()
    await store.send(.loadThenPresentButtonTapped) { $0.isLoading = true }
    await clock.advance(by: .seconds(1))
    await store.receive(\.factResponse.success) {
      $0.isLoading = false
      $0.sheet = FactSheet.State(fact: .success("about 12"), number: 12)
    }
    await store.send(\.sheet.closeButtonTapped)
    await store.receive(\.sheet.dismiss) { $0.sheet = nil }
  }

  @Test func theParentCancelsItsLoading() async {
    let store = makeStore()
    await store.send(.loadThenPresentButtonTapped) { $0.isLoading = true }
    await store.send(.cancelButtonTapped) { $0.isLoading = false }
    await clock.advance(by: .seconds(2))
  }

  @Test func theSheetOpensAtOnceAndLoads() async {
    let store = makeStore()
    await store.send(.presentThenLoadButtonTapped) { $0.sheet = FactSheet.State(number: 12) }
    await store.receive(\.sheet.task) { $0.sheet?.isLoading = true }
    await clock.advance(by: .seconds(1))
    await store.receive(\.sheet.factResponse.success) {
      $0.sheet?.fact = .success("about 12")
      $0.sheet?.isLoading = false
    }
    await store.send(\.sheet.dismiss) { $0.sheet = nil }
  }

  @Test func closingTheSheetCancelsItsLoading() async {
    let store = makeStore()
    await store.send(.presentThenLoadButtonTapped) { $0.sheet = FactSheet.State(number: 12) }
    await store.receive(\.sheet.task) { $0.sheet?.isLoading = true }
    await store.send(\.sheet.closeButtonTapped)
    await store.receive(\.sheet.dismiss) { $0.sheet = nil }
    await clock.advance(by: .seconds(2))
  }
}
