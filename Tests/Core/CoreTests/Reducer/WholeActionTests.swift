import ComposableCore
import Testing

/// Features that receive all actions of their parent: `\.self`.
@MainActor
@Suite struct WholeActionTests {
  struct Row: Reducer {
    struct State: Equatable, Identifiable {
      var id = 0
      var count = 0
    }
    enum Action: Equatable { case tapped, finished }

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      state.count += 1
      return action == .tapped ? .send(.finished) : .none
    }
  }

  @Test func elements() async {
    let store = TestStore(initialState: IdentifiedArray(uniqueElements: [Row.State(id: 1)])) {
      EmptyReducer<IdentifiedArrayOf<Row.State>, IdentifiedActionOf<Row>>()
        .forEach(\.self, action: \.self) { Row() }
    }
    await store.send(.element(id: 1, action: .tapped)) { $0[id: 1]?.count = 1 }
    await store.receive(\.self) { $0[id: 1]?.count = 2 }
  }

  @Test func stacks() async {
    let store = TestStore(initialState: StackState([Row.State()])) {
      EmptyReducer<StackState<Row.State>, StackActionOf<Row>>()
        .forEach(\.self, action: \.self) { Row() }
    }
    await store.send(.element(id: 0, action: .finished)) { $0[id: 0]?.count = 1 }
    await store.send(.popFrom(id: 0)) { $0 = StackState() }
  }

  @Test func presentations() async {
    struct Screen: Equatable {
      @PresentationState var row: Row.State?
    }
    let store = TestStore(initialState: Screen(row: Row.State())) {
      EmptyReducer<Screen, PresentationAction<Row.Action>>()
        .ifLet(\.$row, action: \.self) { Row() }
    }
    await store.send(.presented(.finished)) { $0.row?.count = 1 }
    await store.send(.dismiss) { $0.row = nil }
  }
}
