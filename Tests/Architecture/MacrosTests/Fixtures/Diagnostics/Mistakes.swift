import ComposableArchitecture

@Reducer struct Child {
  @ObservableState struct State: Equatable, Identifiable { var id = 0 }
  enum Action { case tapped }
  var body: some ReducerOf<Self> { EmptyReducer() }
}

@Reducer struct Other {
  @ObservableState struct State: Equatable { var text = "" }
  enum Action { case typed }
  var body: some ReducerOf<Self> { EmptyReducer() }
}

@Reducer struct MistypedCase {
  @ObservableState struct State { var count = 0 }
  enum Action { case tapped, set(Int) }
  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .taped: return .none  // error: has no member 'taped'
      case .set(let count):
        state.count = count
        return .none
      }
    }
  }
}

@propertyWrapper struct Clamped { var wrappedValue: Int }

@ObservableState struct WrapperState {
  @Clamped var level = 0  // error: property wrapper cannot be applied to a computed property
}

@Reducer struct MissingCase {
  @ObservableState struct State { var count = 0 }
  enum Action { case tapped, set(Int) }
  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {  // error: switch must be exhaustive
      case .set(let count):
        state.count = count
        return .none
      }
    }
  }
}

@Reducer struct MistypedProperty {
  @ObservableState struct State {
    var count = 0
    @Presents var child: Child.State?
  }
  enum Action {
    case tapped
    case child(PresentationAction<Child.Action>)
  }
  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .tapped:
        state.cuont += 1  // error: 'MistypedProperty.State' has no member 'cuont'
        return .none
      case .child: return .none
      }
    }
    .ifLet(\.$child, action: \.child) { Child() }
  }
}

@Reducer struct MistypedSend {
  @ObservableState struct State { var count = 0 }
  enum Action { case tapped, set(Int) }
  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .tapped: return .send(.sett(1))  // error: has no member 'sett'
      case .set(let count):
        state.count = count
        return .none
      }
    }
  }
}

@Reducer struct MistypedActionKeyPath {
  @ObservableState struct State {
    @Presents var child: Child.State?
    var rows: IdentifiedArrayOf<Child.State> = []
    var always = Child.State()
    var first: Child.State?
  }
  enum Action {
    case child(PresentationAction<Child.Action>)
    case rows(IdentifiedActionOf<Child>)
    case always(Child.Action)
    case first(Child.Action)
  }
  var body: some ReducerOf<Self> {
    Reduce { _, _ in .none }
      .ifLet(\.$child, action: \.chlid) { Child() }  // error: has no member 'chlid'
  }
}

@Reducer struct MistypedStateKeyPath {
  @ObservableState struct State {
    @Presents var child: Child.State?
    var rows: IdentifiedArrayOf<Child.State> = []
    var always = Child.State()
    var first: Child.State?
  }
  enum Action {
    case child(PresentationAction<Child.Action>)
    case rows(IdentifiedActionOf<Child>)
    case always(Child.Action)
    case first(Child.Action)
  }
  var body: some ReducerOf<Self> {
    Reduce { _, _ in .none }
      .ifLet(\.$chlid, action: \.child) { Child() }  // error: has no member '$chlid'
  }
}

@Reducer struct WrongScope {
  @ObservableState struct State {
    @Presents var child: Child.State?
    var rows: IdentifiedArrayOf<Child.State> = []
    var always = Child.State()
    var first: Child.State?
  }
  enum Action {
    case child(PresentationAction<Child.Action>)
    case rows(IdentifiedActionOf<Child>)
    case always(Child.Action)
    case first(Child.Action)
  }
  var body: some ReducerOf<Self> {
    Scope(state: \.always, action: \.always) { Other() }  // error: 'Other.Action'
  }
}

@Reducer struct WrongChild {
  @ObservableState struct State {
    @Presents var child: Child.State?
    var rows: IdentifiedArrayOf<Child.State> = []
    var always = Child.State()
    var first: Child.State?
  }
  enum Action {
    case child(PresentationAction<Child.Action>)
    case rows(IdentifiedActionOf<Child>)
    case always(Child.Action)
    case first(Child.Action)
  }
  var body: some ReducerOf<Self> {
    Reduce { _, _ in .none }
      .ifLet(\.$child, action: \.child) { Other() }  // error: 'Other.State'
  }
}

@Reducer struct MistypedEffect {
  @ObservableState struct State { var count = 0 }
  enum Action { case tapped, set(Int) }
  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .tapped:
        return .run { send in await send(.taped) }  // error: has no member 'taped'
      case .set:
        return .none
      }
    }
  }
}

@Reducer struct WrongEffect {
  @ObservableState struct State { var count = 0 }
  enum Action { case tapped, set(Int) }
  @Dependency(\.continuousClock) var clock
  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .tapped:
        return .run { send in
          try await clock.sleep(for: .seconds(1))
          state.count += 1  // error: mutable capture of 'inout' parameter 'state'
        }
      case .set:
        return .run { send in send(.tapped) }  // error: cannot be called from outside of the actor
      }
    }
  }
}

@Reducer struct MistypedDependency {
  @ObservableState struct State { var count = 0 }
  enum Action { case tapped }
  @Dependency(\.continuousClokc) var clock  // error: 'DependencyValues' has this name
  @Dependency(\.continuousClokc) var typedClock: any Clock<Duration>  // error: has this name and
  @Dependency(Int.self) var number  // error: requires that 'Int' conform to 'TestDependencyKey'
  var body: some ReducerOf<Self> { EmptyReducer() }
}

@Reducer struct MistypedScopeState {
  @ObservableState struct State { var always = Child.State() }
  enum Action { case always(Child.Action), count(Int) }
  var body: some ReducerOf<Self> {
    Scope(state: \.alwasy, action: \.always) { Child() }  // error: No property of the state has
  }
}

@Reducer struct MistypedScopeAction {
  @ObservableState struct State { var always = Child.State() }
  enum Action { case always(Child.Action), count(Int) }
  var body: some ReducerOf<Self> {
    Scope(\.always, action: \.alwasy) { Child() }  // error: No case of the action has this name
  }
}

@Reducer struct WrongScopeAction {
  @ObservableState struct State { var always = Child.State() }
  enum Action { case always(Child.Action), count(Int) }
  var body: some ReducerOf<Self> {
    Scope(state: \.always, action: \.count) { Child() }  // error: No case of the action has this
  }
}

@MainActor func store() {
  _ = Store(initialState: Other.State()) { Child() }  // error: 'Other.State' to
}

@MainActor func tests(
  _ testStore: TestStoreOf<Child>, _ other: TestStore<Child.State, MissingCase.Action>
) async {
  _ = TestStore(initialState: MissingCase.State()) { MissingCase() }  // error: 'Equatable'
  await testStore.send(.taped)  // error: 'taped'
  await other.receive(.tapped)  // error: Equatable
  await testStore.receive(\.taped)  // error: No case of the action has this name
  await testStore.receive(\.tapped) { $0.di = 1 }  // error: has no member 'di'
}

@MainActor func show(_ store: StoreOf<Child>) {}

@MainActor func scopes(_ store: StoreOf<WrongChild>) {
  _ = store.scope(state: \.always, action: \.alwasy)  // error: No case of the action has this name
  _ = store.scope(state: \.alwasy, action: \.always)  // error: has no member 'alwasy'
  let child: StoreOf<Child> = store.scope(state: \.always, action: \.alwasy)  // error: No case
  show(store.scope(\.always, action: \.alwasy))  // error: No case of the action has this name
  if let row = store.scope(state: \.first, action: \.frist) { _ = row }  // error: No case of the
  for row in store.scope(state: \.rows, action: \.rwos) { _ = row }  // error: No case of the action
  _ = child
}

@Reducer struct UnpresentedAction {
  @ObservableState struct State { @Presents var child: Child.State? }
  enum Action { case child(Child.Action) }
  var body: some ReducerOf<Self> {
    Reduce { _, _ in .none }
      .ifLet(\.$child, action: \.child) { Child() }  // error: declare 'case child(PresentationAct
  }
}

@Reducer struct UnpresentedState {
  @ObservableState struct State { var child: Child.State? }
  enum Action { case child(PresentationAction<Child.Action>) }
  var body: some ReducerOf<Self> {
    Reduce { _, _ in .none }
      .ifLet(\.child, action: \.child) { Child() }  // error: Annotate the state with '@Presents'
  }
}

@Reducer struct UnidentifiedRows {
  @ObservableState struct State { var rows: [Child.State] = [] }
  enum Action { case rows(IdentifiedActionOf<Child>), tapped }
  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .tapped:
        state.rows = []
        return .none
      case .rows: return .none
      }
    }
    .forEach(\.rows, action: \.rows) { Child() }  // error: Write 'IdentifiedArrayOf<Row.State>'
  }
}

@Reducer struct BodyOfAnother {
  @ObservableState struct State { var name = "" }
  enum Action { case set(String), other }
  var body: some ReducerOf<Child> {  // error: requires the types 'BodyOfAnother.State' and
    Reduce { state, action in .none }
  }
}
