import Observation
import Testing

@testable import ComposableCore

/// Swift's asynchronous sequence of observed values, over stores.
@MainActor
@Suite struct ObservationsTests {
  @Test func observations_ofObservableState_yieldChangedValues() async {
    let store = Store(initialState: ObservedLeaf(id: 1)) {
      ObservedLeafFeature(snapshots: Snapshots())
    }
    var numbers = Observations { store.number }.makeAsyncIterator()
    #expect(await numbers.next() == 0)
    for number in 1...3 {
      let sending = Task { store.send(.assign(number: number)) }
      #expect(await numbers.next() == number)
      _ = await sending.value
    }
  }

  @Test func observations_ofArrayThatIsClearedAndLoaded_yieldTheLoadedArray() async {
    let store = Store(initialState: ObservedLeaf(id: 1)) {
      ObservedLeafFeature(snapshots: Snapshots())
    }
    var values = Observations { store.numbers }.makeAsyncIterator()
    #expect(await values.next() == [])
    for number in 1...20 {
      let sending = Task {
        store.send(.numbers([]))
        store.send(.numbers(Array(repeating: number, count: 100)))
      }
      #expect(await values.next() == Array(repeating: number, count: 100))
      _ = await sending.value
    }
  }

  @Test func observations_ofPlainState_yieldChangedValues() async {
    let store = Store(initialState: 0) {
      Reduce<Int, Int> {
        $0 = $1; return .none
      }
    }
    var numbers = Observations { store.state }.makeAsyncIterator()
    #expect(await numbers.next() == 0)
    let sending = Task { store.send(7) }
    #expect(await numbers.next() == 7)
    _ = await sending.value
  }
}
