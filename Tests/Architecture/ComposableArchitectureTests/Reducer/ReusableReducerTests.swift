import ComposableArchitecture
import Testing

/// Reducers with the state and action of another reducer.
@MainActor
@Suite struct ReusableReducerTests {
  @Test func higherOrderReducersHaveTheStateOfTheirBase() async {
    let store = TestStore(initialState: Counter.State()) { Twice(base: Counter()) }
    await store.send(.tapped) { $0.count = 2 }
  }

  @Test func aStoredBodySaysWhatTheyAre() {
    let store = Store(initialState: 1) { Negation() }
    store.send(true)
    #expect(store.state == -1)
  }

  @Test func anOuterTypeMayDeclareThem() async {
    let store = TestStore(initialState: Shelf.State()) { Shelf.Logic() }
    await store.send(.tapped) { $0.count = 1 }
  }

  @Test func aCaseMayHaveALabelOrSeveralValues() async {
    let store = TestStore(initialState: Screen.State.counter(feature: Counter.State())) {
      Screen.body
    }
    await store.send(.counter(feature: .tapped)) {
      $0.modify(\.counter) { $0.count = 1 }
    }
    await store.send(\.counter.tapped) { $0.modify(\.counter) { $0.count = 2 } }
    #expect(Screen.State.meeting("a", number: 1)[case: \.meeting]?.number == 1)
  }
}

@Reducer
private struct Counter {
  @ObservableState struct State: Equatable { var count = 0 }
  enum Action { case tapped }

  var body: some ReducerOf<Self> {
    Reduce { state, _ in
      state.count += 1
      return .none
    }
  }
}

@Reducer
private struct Twice<Base: Reducer> {
  let base: Base

  var body: some ReducerOf<Base> {
    base
    base
  }
}

@Reducer
private struct Negation {
  let body = Reduce<Int, Bool> { state, isNegative in
    if isNegative { state.negate() }
    return .none
  }
}

private enum Shelf {
  struct State: Equatable { var count = 0 }
  @CasePathable enum Action { case tapped }

  @Reducer
  fileprivate struct Logic {
    var body: some Reducer<State, Action> {
      Reduce { state, _ in
        state.count += 1
        return .none
      }
    }
  }
}

@Reducer
private enum Screen {
  case counter(feature: Counter)
  case meeting(String, number: Int)
}
extension Screen.State: Equatable {}
