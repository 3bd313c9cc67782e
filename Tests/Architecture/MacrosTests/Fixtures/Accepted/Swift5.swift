import ComposableArchitecture

// Code of programs in the Swift 5 language mode, most of which name no actor.

@Reducer
struct Counter {
  @ObservableState
  struct State: Equatable {
    var count = 0
    var child = 0
  }

  enum Action {
    case child(Int)
    case tapped
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      state.count += 1
      return .none
    }
  }
}

final class CounterModel {
  let store: StoreOf<Counter>

  init() {
    store = Store(initialState: Counter.State()) { Counter() }
  }

  func tap() {
    store.send(.tapped)
  }

  var title: String { "\(store.state.count), \(store.count)" }

  lazy var read: () -> Int = { [store] in store.state.count }
}

final class CounterCase {
  let store: TestStoreOf<Counter>

  init() {
    store = TestStore(initialState: Counter.State()) { Counter() }
    store.exhaustivity = .off
  }

  lazy var count: () -> Int = { [store] in store.state.count }

  func test() async {
    await store.send(.tapped) { $0.count = 1 }
    await store.receive(\.child) { $0.child = 1 }
  }
}

extension Send {
  func tap(_ action: Action) { self(action) }
}

final class Badge {
  private let store: StoreOf<Counter>
  private var token: ObserveToken?

  init(store: StoreOf<Counter>) {
    self.store = store
    token = observe { print(store.count) }
  }
}

@Reducer
struct Panel {
  struct State {}
  enum Action: ViewAction {
    enum View { case tapped }
    case view(View)
  }
}

@ViewAction(for: Panel.self)
final class PanelScreen {
  let store: StoreOf<Panel>

  init(store: StoreOf<Panel>) {
    self.store = store
  }

  func tap() {
    send(.tapped)
    send(.tapped, animation: .spring(.bouncy))
  }
}
