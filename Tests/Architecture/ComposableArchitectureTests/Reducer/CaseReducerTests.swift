import ComposableArchitecture
import Testing

@MainActor
@Suite struct CaseReducerTests {
  @Test func destinationsComeActAndGo() async {
    let store = TestStore(initialState: Inventory.State()) { Inventory() }
    await store.send(.editButtonTapped) {
      $0.destination = .edit(Editor.State(text: "a"))
    }
    await store.send(\.destination.edit.textChanged, "b") {
      $0.destination.modify(\.edit) { $0.text = "b" }
    }
    await store.send(.destination(.presented(.edit(.saveButtonTapped)))) {
      $0.saved = ["b"]
    }
    await store.receive(\.destination.dismiss) {
      $0.destination = nil
    }
    await store.send(.deleteButtonTapped) {
      $0.destination = .alert(.deletion)
    }
    await store.send(\.destination.alert.confirmButtonTapped) {
      $0.destination = nil
      $0.saved = []
    }
  }

  @Test func screensArePushedActAndPop() async {
    let store = TestStore(initialState: Root.State()) { Root() }
    await store.send(.editButtonTapped) {
      $0.path.append(.editor(Editor.State(text: "x")))
    }
    await store.send(\.path[id: 0].editor.textChanged, "y") {
      $0.path[id: 0]?.modify(\.editor) { $0.text = "y" }
    }
    await store.send(\.path.push, (id: 1, state: .plain)) {
      $0.path[id: 1] = .plain
    }
    await store.send(\.path.popFrom, 1) {
      $0.path[id: 1] = nil
    }
    await store.send(\.path[id: 0].editor.saveButtonTapped)
    await store.receive(\.path.popFrom) {
      $0.path = StackState()
    }
  }

  @Test func casesAreScopedToTheirStores() throws {
    let store = Store(initialState: Inventory.State()) { Inventory() }
    #expect(store.scope(\.destination, action: \.destination.presented) == nil)
    store.send(.editButtonTapped)
    let destination = try #require(store.scope(\.destination, action: \.destination.presented))
    guard case .edit(let editor) = destination.case else {
      Issue.record("Another case is presented.")
      return
    }
    #expect(editor.text == "a")
    editor.send(.textChanged("c"))
    #expect(editor.text == "c")
    #expect(store.destination?.edit?.text == "c")
    let text = Reader { editor.text }
    let presented = Reader { store.scope(\.destination, action: \.destination.presented) }
    editor.send(.textChanged("d"))
    #expect(text.changes == 1)
    #expect(presented.changes == payloadChange)
    let replaced = Reader { store.scope(\.destination, action: \.destination.presented) }
    store.send(.deleteButtonTapped)
    #expect(replaced.changes == 1)
    let alert = try #require(store.scope(\.destination, action: \.destination.presented))
    #expect(alert.case.is(\.alert))
  }

  @Test func ignoredAndPlainCasesHoldData() {
    let store = Store(initialState: Path.State.share("doc", copies: 2)) { Path.body }
    guard case .share(let name, let copies) = store.case else {
      Issue.record("Another case.")
      return
    }
    #expect(name == "doc")
    #expect(copies == 2)
    #expect(Path.State.plain.is(\.plain))
  }

  @Test func enumsNest() async {
    let store = TestStore(initialState: Outer.State.inner(.editor(Editor.State(text: "a")))) {
      Outer.body
    }
    await store.send(\.inner.editor.textChanged, "b") {
      $0 = .inner(.editor(Editor.State(text: "b")))
    }
  }

  @Test func whatIsLeftOutIsFilledIn() async {
    let store = TestStore(initialState: Empty.State()) { Empty() }
    #expect(store.state == Empty.State())
  }

  @Test func aFeatureMayContainItself() async {
    let store = TestStore(initialState: Folder.State()) { Folder() }
    await store.send(.openButtonTapped) { $0.child = Folder.State() }
    await store.send(\.child.openButtonTapped) { $0.child?.child = Folder.State() }
  }
}

@Reducer
private struct Empty {}

@Reducer
struct Editor {
  @ObservableState
  struct State: Equatable { var text = "" }
  enum Action { case textChanged(String), saveButtonTapped }
  @Dependency(\.dismiss) var dismiss

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .textChanged(let text):
        state.text = text
        return .none
      case .saveButtonTapped:
        return .run { _ in await dismiss() }
      }
    }
  }
}

@Reducer
struct Inventory {
  @Reducer
  enum Destination {
    case edit(Editor)
    case alert(AlertState<Alert>)

    @CasePathable
    enum Alert { case confirmButtonTapped }
  }

  @ObservableState
  struct State: Equatable {
    @Presents var destination: Destination.State?
    var saved: [String] = []
  }
  enum Action {
    case destination(PresentationAction<Destination.Action>)
    case editButtonTapped, deleteButtonTapped
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .editButtonTapped:
        state.destination = .edit(Editor.State(text: "a"))
      case .deleteButtonTapped:
        state.destination = .alert(.deletion)
      case .destination(.presented(.edit(.saveButtonTapped))):
        if let text = state.destination?.edit?.text { state.saved.append(text) }
      case .destination(.presented(.alert(.confirmButtonTapped))):
        state.saved = []
      case .destination: break
      }
      return .none
    }
    .ifLet(\.$destination, action: \.destination)
  }
}

extension Inventory.Destination.State: Equatable {}

extension AlertState where Action == Inventory.Destination.Alert {
  static var deletion: Self {
    AlertState {
      TextState("Delete?")
    } actions: {
      ButtonState(role: .destructive, action: .confirmButtonTapped) { TextState("Delete") }
    }
  }
}

@Reducer
enum Path {
  case editor(Editor)
  @ReducerCaseIgnored case share(String, copies: Int)
  case plain
  #if os(Linux)
    case linux(Editor = Editor())
  #else
    case other(Editor)
  #endif
}

extension Path.State: Equatable {}

@Reducer
enum Outer {
  case inner(Path.Body = Path.body)
  case other(Editor)
}

extension Outer.State: Equatable {}

@Reducer
struct Root {
  @ObservableState
  struct State: Equatable { var path = StackState<Path.State>() }
  enum Action {
    case path(StackActionOf<Path>)
    case editButtonTapped
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .editButtonTapped: state.path.append(.editor(Editor.State(text: "x")))
      case .path: break
      }
      return .none
    }
    .forEach(\.path, action: \.path)
  }
}

@Reducer
struct Folder {
  @ObservableState
  struct State: Equatable { @Presents var child: Folder.State? }
  enum Action {
    case openButtonTapped
    indirect case child(PresentationAction<Folder.Action>)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      if case .openButtonTapped = action { state.child = State() }
      return .none
    }
    .ifLet(\.$child, action: \.child) { Folder() }
  }
}
