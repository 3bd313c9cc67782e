import ComposableArchitecture
import Testing

@MainActor
@Suite struct CasePathActionsTests {
  @Test func receive_bindingOfAnEffect_byItsCasePath() async {
    let store = TestStore(initialState: Watcher.State()) { Watcher() }
    await store.send(.load)
    await store.receive(\.binding.volume) {
      $0.volume = 5
      $0.log = ["volume 0 5"]
    }
    await store.receive(\.binding.name, "x") { $0.name = "x" }
    await store.send(\.binding.volume, 7) {
      $0.volume = 7
      $0.log.append("volume 5 7")
    }
    await store.send(.set(\.nested.value, 3)) { $0.nested.value = 3 }
    await store.send(\.binding.nested, .init(value: 4)) { $0.nested.value = 4 }
    await store.send(.binding(.set(\.name, "y"))) { $0.name = "y" }
    await withKnownIssue {
      await store.send(.load)
      await store.receive(\.binding.name) { $0.name = "x" }
      await store.receive(\.binding.volume)
    }
  }

  @Test func send_pushPopAndElementActions_byTheirCasePaths() async {
    let store = TestStore(initialState: Root.State()) { Root() }
    await store.send(\.path.push, (id: 0, state: .editor(Editor.State(text: "a")))) {
      $0.path[id: 0] = .editor(Editor.State(text: "a"))
    }
    await store.send(\.path[id: 0].editor.textChanged, "b") {
      $0.path[id: 0, case: \.editor]?.text = "b"
    }
    await store.send(.editButtonTapped) { $0.path[id: 1] = .editor(Editor.State(text: "x")) }
    await store.send(\.path[id: 1].editor.textChanged, "c") {
      $0.path[id: 1]?.modify(\.editor) { $0.text = "c" }
    }
    await store.send(\.path[id: 1].editor.saveButtonTapped)
    await store.receive(\.path.popFrom) { $0.path[id: 1] = nil }
    await store.send(.editButtonTapped) { $0.path.append(.editor(Editor.State(text: "x"))) }
    #expect(Array(store.state.path.ids) == [0, 2])
    await store.send(\.path.popFrom, 0) { $0.path = StackState() }
    await withKnownIssue { await store.send(\.path.popFrom, 0) }
    await withKnownIssue { await store.send(\.path[id: 0].editor.textChanged, "b") }
  }

  @Test func onChange_nestedInBothForms_runsFromInsideOut() async {
    let store = TestStore(initialState: Watched.State()) { Watched() }
    await store.send(.set(1)) {
      $0.count = 1
      $0.log = ["base 1", "inner 0 1", "outer 0 1"]
    }
    await store.receive(\.noted, "base")
    await store.receive(\.noted, "inner")
    await store.receive(\.noted, "outer")
    await store.send(.set(1)) { $0.log.append("base 1") }
    await store.receive(\.noted, "base")
  }

  @Test func reducerEnum_genericFeatures_runTheirCase() async {
    let store = TestStore(initialState: FruitShop.State()) { FruitShop() }
    await store.send(.open(.fruits(Chooser.State(items: [Fruit(id: "a"), Fruit(id: "b")])))) {
      $0.sheet = .fruits(Chooser.State(items: [Fruit(id: "a"), Fruit(id: "b")]))
    }
    await store.send(\.sheet.fruits.chosen, "b") {
      $0.sheet?.modify(\.fruits) { $0.chosen = "b" }
      $0.last = "b"
    }
    await store.send(\.sheet.fruits.binding.query, "x") {
      $0.sheet?.modify(\.fruits) { $0.query = "x" }
    }
    await store.send(\.sheet.dismiss) { $0.sheet = nil }
  }
}

@Reducer
struct Watched {
  @ObservableState
  struct State: Equatable {
    var count = 0
    var log: [String] = []
  }
  enum Action: Equatable { case set(Int), noted(String) }
  var body: some ReducerOf<Self> {
    Reduce { state, action in
      guard case .set(let count) = action else { return .none }
      state.count = count
      state.log.append("base \(count)")
      return .send(.noted("base"))
    }
    .onChange(of: \.count) { old, new in
      Reduce { state, _ in
        state.log.append("inner \(old) \(new)")
        return .send(.noted("inner"))
      }
    }
    .onChange(of: { $0.count }) { old, state in
      state.log.append("outer \(old) \(state.count)")
      return .send(.noted("outer"))
    }
  }
}

@Reducer
struct Watcher {
  @ObservableState
  struct State: Equatable {
    struct Nested: Equatable, Sendable { var value = 0 }
    var volume = 0
    var name = ""
    var nested = Nested()
    var log: [String] = []
  }
  enum Action: BindableAction {
    case binding(BindingAction<State>)
    case load
  }
  var body: some ReducerOf<Self> {
    BindingReducer()
      .onChange(of: \.volume) { old, new in
        Reduce { state, _ in
          state.log.append("volume \(old) \(new)")
          return .none
        }
      }
    Reduce { state, action in
      switch action {
      case .load:
        return .concatenate(.send(.set(\.volume, 5)), .send(.set(\.name, "x")))
      case .binding: return .none
      }
    }
  }
}

struct Fruit: Equatable, Identifiable, Sendable { let id: String }
struct Numbered: Equatable, Identifiable, Sendable { let id: Int }

@Reducer
struct Chooser<Item: Identifiable & Equatable & Sendable> where Item.ID: Sendable {
  @ObservableState
  struct State: Equatable {
    var items: [Item] = []
    var chosen: Item.ID?
    var query = ""
  }
  enum Action: BindableAction {
    case binding(BindingAction<State>)
    case chosen(Item.ID)
  }
  var body: some ReducerOf<Self> {
    BindingReducer()
    Reduce { state, action in
      if case .chosen(let id) = action { state.chosen = id }
      return .none
    }
  }
}

@Reducer
struct FruitShop {
  @Reducer
  enum Sheet {
    case fruits(Chooser<Fruit>)
    case numbers(Chooser<Numbered>)
  }
  @ObservableState
  struct State: Equatable {
    @Presents var sheet: Sheet.State?
    var last = ""
  }
  enum Action {
    case open(Sheet.State)
    case sheet(PresentationAction<Sheet.Action>)
  }
  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .open(let sheet): state.sheet = sheet
      case .sheet(.presented(.fruits(.chosen(let id)))): state.last = id
      case .sheet: break
      }
      return .none
    }
    .ifLet(\.$sheet, action: \.sheet)
  }
}

extension FruitShop.Sheet.State: Equatable {}
