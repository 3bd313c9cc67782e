import ComposableArchitecture
import Testing

/// One program in the spelling of each generation since 1.0: a list of rows, a presented child, an
/// alert, and a stack. Bodies with deprecated operators are deprecated themselves, which silences
/// the warnings.
@MainActor
@Suite struct GenerationsTests {
  @Test func generation1_0_structsAndCasePaths() async {
    let store = TestStore(initialState: Program10.State(rows: [.init(id: 1)])) {
      Program10(fetchFact: { "\($0) is a good number." })
    }
    await store.send(.row(id: 1, action: .tapped)) { $0.rows[id: 1]?.count = 1 }
    await store.send(.factButtonTapped)
    await store.receive(.factResponse(.success("1 is a good number."))) {
      $0.alert = AlertState {
        TextState("1 is a good number.")
      } actions: {
        ButtonState(action: .moreButtonTapped) { TextState("More") }
      }
    }
    await store.send(.alert(.presented(.moreButtonTapped))) {
      $0.alert = nil
      $0.destination = .row(Row10.State(id: 2))
    }
    await store.send(.destination(.presented(.row(.tapped)))) {
      $0.destination = .row(Row10.State(id: 2, count: 1))
    }
    await store.send(.destination(.dismiss)) { $0.destination = nil }
    await store.send(.path(.push(id: 0, state: .row(Row10.State(id: 3))))) {
      $0.path[id: 0] = .row(Row10.State(id: 3))
    }
    await store.send(.path(.element(id: 0, action: .row(.tapped)))) {
      $0.path[id: 0] = .row(Row10.State(id: 3, count: 1))
    }
    await store.send(.path(.popFrom(id: 0))) { $0.path = StackState() }
  }

  @Test func generation1_4_macrosAndCaseKeyPaths() async {
    let store = TestStore(initialState: Program14.State(rows: [.init(id: 1)])) {
      Program14()
    } withDependencies: {
      $0.numberFacts.fact = { "\($0) is a good number." }
    }
    await store.send(.rows(.element(id: 1, action: .tapped))) { $0.rows[id: 1]?.count = 1 }
    await store.send(.factButtonTapped)
    await store.receive(\.factResponse.success) {
      $0.destination = .alert(AlertState { TextState("1 is a good number.") })
    }
    await store.send(.destination(.dismiss)) { $0.destination = nil }
    await store.send(.rowButtonTapped) { $0.destination = .row(Row14.State(id: 2)) }
    await store.send(\.destination.row.tapped) {
      $0.$destination[case: \.row]?.count = 1
    }
    await store.send(.path(.push(id: 0, state: .row(Row14.State(id: 3))))) {
      $0.path[id: 0] = .row(Row14.State(id: 3))
    }
    await store.send(\.path[id: 0].row.tapped) {
      $0.path[id: 0, case: \.row]?.count = 1
    }
  }

  @Test func generation1_8_observableStateAndEnumReducers() async {
    let store = TestStore(initialState: Program18.State(rows: [.init(id: 1)])) {
      Program18()
    } withDependencies: {
      $0.numberFacts.fact = { _ in throw FactError() }
    }
    await store.send(\.rows[id: 1].tapped) { $0.rows[id: 1]?.count = 1 }
    await store.send(\.binding.text, "x") {
      $0.text = "x"
      $0.changes = 1
    }
    await store.send(.factButtonTapped)
    await store.receive(\.factResponse.failure) {
      $0.destination = .alert(AlertState { TextState("No fact.") })
    }
    await store.send(\.destination.alert.retryButtonTapped) { $0.destination = nil }
    await store.send(.rowButtonTapped) { $0.destination = .row(Row14.State(id: 2)) }
    await store.send(\.destination.row.tapped) {
      $0.destination?.modify(\.row) { $0.count = 1 }
    }
    await store.send(\.destination.dismiss) { $0.destination = nil }
    await store.send(\.path.push, (id: 0, .row(Row14.State(id: 3)))) {
      $0.path[id: 0] = .row(Row14.State(id: 3))
    }
    await store.send(\.path.popFrom, 0) { $0.path.removeAll() }
  }

  @Test func generation1_25_unlabelledScopes() async throws {
    let store = TestStore(initialState: Program25.State()) {
      Program25()
    }
    await store.send(\.row.tapped) {
      $0.row.count = 1
      $0.changes = 1
    }
    await store.send(.startButtonTapped) { $0.program = Program18.State(rows: [.init(id: 1)]) }
    await store.send(\.program.rows[id: 1].tapped) { $0.program?.rows[id: 1]?.count = 1 }

    let live = Store(initialState: Program25.State()) { Program25() }
    live.scope(\.row, action: \.row).send(.tapped)
    #expect(live.row.count == 1)
    live.send(.startButtonTapped)
    let program = try #require(live.scope(\.program, action: \.program))
    program.scope(\.rows, action: \.rows).first?.send(.tapped)
    #expect(live.program?.rows[id: 1]?.count == 1)
  }
}

// MARK: 1.0

struct Row10: Reducer {
  struct State: Equatable, Identifiable {
    let id: Int
    var count = 0
  }

  enum Action: Equatable { case tapped }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    state.count += 1
    return .none
  }
}

struct Program10: Reducer {
  struct State: Equatable {
    @PresentationState var alert: AlertState<Action.Alert>?
    @PresentationState var destination: Destination.State?
    var path = StackState<Path.State>()
    var rows: IdentifiedArrayOf<Row10.State> = []
  }

  enum Action: Equatable {
    case alert(PresentationAction<Alert>)
    case destination(PresentationAction<Destination.Action>)
    case factButtonTapped
    case factResponse(TaskResult<String>)
    case path(StackAction<Path.State, Path.Action>)
    case row(id: Row10.State.ID, action: Row10.Action)

    enum Alert: Equatable { case moreButtonTapped }
  }

  struct Destination: Reducer {
    enum State: Equatable { case row(Row10.State) }
    enum Action: Equatable { case row(Row10.Action) }

    @available(*, deprecated)
    var body: some ReducerOf<Self> {
      Scope(state: /State.row, action: /Action.row) { Row10() }
    }
  }

  struct Path: Reducer {
    enum State: Equatable { case row(Row10.State) }
    enum Action: Equatable { case row(Row10.Action) }

    @available(*, deprecated)
    var body: some Reducer<State, Action> {
      Scope(state: /State.row, action: /Action.row) {
        Row10()
      }
    }
  }

  let fetchFact: @Sendable (Int) async throws -> String

  @available(*, deprecated)
  var body: some ReducerOf<Self> {
    Reduce<State, Action> { state, action in
      switch action {
      case .alert(.presented(.moreButtonTapped)):
        state.destination = .row(Row10.State(id: 2))
        return .none
      case .factButtonTapped:
        return .run { [count = state.rows.count] send in
          await send(.factResponse(TaskResult { try await fetchFact(count) }))
        }
      case .factResponse(.success(let fact)):
        state.alert = AlertState {
          TextState(fact)
        } actions: {
          ButtonState(action: .moreButtonTapped) { TextState("More") }
        }
        return .none
      case .alert, .destination, .factResponse(.failure), .path, .row:
        return .none
      }
    }
    .ifLet(\.$alert, action: /Action.alert)
    .ifLet(\.$destination, action: /Action.destination) {
      Destination()
    }
    .forEach(\.path, action: /Action.path) {
      Path()
    }
    .forEach(\.rows, action: /Action.row(id:action:)) {
      Row10()
    }
  }
}

// MARK: 1.4

struct FactError: Error {}

@DependencyClient
struct NumberFacts: Sendable {
  var fact: @Sendable (Int) async throws -> String
}

extension NumberFacts: TestDependencyKey {
  static let testValue = NumberFacts()
}

extension DependencyValues {
  var numberFacts: NumberFacts {
    get { self[NumberFacts.self] }
    set { self[NumberFacts.self] = newValue }
  }
}

@Reducer
struct Row14 {
  @ObservableState
  struct State: Equatable, Identifiable {
    let id: Int
    var count = 0
  }

  enum Action { case tapped }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .tapped:
        state.count += 1
        return .none
      }
    }
  }
}

@Reducer
struct Program14 {
  struct State: Equatable {
    @PresentationState var destination: Destination.State?
    var path = StackState<Path.State>()
    var rows: IdentifiedArrayOf<Row14.State> = []
  }

  enum Action {
    case destination(PresentationAction<Destination.Action>)
    case factButtonTapped
    case factResponse(Result<String, any Error>)
    case path(StackAction<Path.State, Path.Action>)
    case rowButtonTapped
    case rows(IdentifiedActionOf<Row14>)
  }

  @Reducer
  struct Destination {
    @CasePathable
    enum State: Equatable {
      case alert(AlertState<Action.Alert>)
      case row(Row14.State)
    }

    enum Action {
      case alert(Alert)
      case row(Row14.Action)

      enum Alert: Equatable {}
    }

    @available(*, deprecated)
    var body: some ReducerOf<Self> {
      Scope(state: \.row, action: \.row) { Row14() }
    }
  }

  @Reducer
  struct Path {
    enum State: Equatable { case row(Row14.State) }
    enum Action { case row(Row14.Action) }

    @available(*, deprecated)
    var body: some ReducerOf<Self> {
      Scope(state: \.row, action: \.row) { Row14() }
    }
  }

  @Dependency(\.numberFacts) var numberFacts

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .factButtonTapped:
        return .run { [count = state.rows.count] send in
          await send(.factResponse(Result { try await numberFacts.fact(count) }))
        }
      case .factResponse(.success(let fact)):
        state.destination = .alert(AlertState { TextState(fact) })
        return .none
      case .factResponse(.failure), .destination, .path, .rows:
        return .none
      case .rowButtonTapped:
        state.destination = .row(Row14.State(id: 2))
        return .none
      }
    }
    .ifLet(\.$destination, action: \.destination) { Destination() }
    .forEach(\.path, action: \.path) { Path() }
    .forEach(\.rows, action: \.rows) { Row14() }
  }
}

// MARK: 1.8

@Reducer
struct Program18 {
  @ObservableState
  struct State: Equatable {
    @Presents var destination: Destination.State?
    var changes = 0
    var path = StackState<Path.State>()
    var rows: IdentifiedArrayOf<Row14.State> = []
    var text = ""
  }

  enum Action: BindableAction {
    case binding(BindingAction<State>)
    case destination(PresentationAction<Destination.Action>)
    case factButtonTapped
    case factResponse(Result<String, any Error>)
    case path(StackActionOf<Path>)
    case rowButtonTapped
    case rows(IdentifiedActionOf<Row14>)
  }

  @Reducer
  enum Destination {
    case alert(AlertState<Alert>)
    case row(Row14)

    @CasePathable
    enum Alert { case retryButtonTapped }
  }

  @Reducer
  enum Path {
    case row(Row14)
  }

  @Dependency(\.numberFacts) var numberFacts

  var body: some ReducerOf<Self> {
    BindingReducer()
      .onChange(of: \.text) { _, _ in
        Reduce { state, _ in
          state.changes += 1
          return .none
        }
      }
    Reduce { state, action in
      switch action {
      case .factButtonTapped:
        return .run { [count = state.rows.count] send in
          await send(.factResponse(Result { try await numberFacts.fact(count) }))
        }
      case .factResponse(.success(let fact)):
        state.text = fact
        return .none
      case .factResponse(.failure):
        state.destination = .alert(AlertState { TextState("No fact.") })
        return .none
      case .rowButtonTapped:
        state.destination = .row(Row14.State(id: 2))
        return .none
      case .binding, .destination, .path, .rows:
        return .none
      }
    }
    .ifLet(\.$destination, action: \.destination)
    .forEach(\.path, action: \.path)
    .forEach(\.rows, action: \.rows) { Row14() }
  }
}

extension Program18.Destination.State: Equatable {}
extension Program18.Path.State: Equatable {}

// MARK: 1.25

@Reducer
struct Program25 {
  @ObservableState
  struct State: Equatable {
    var changes = 0
    var program: Program18.State?
    var row = Row14.State(id: 0)
  }

  enum Action {
    case program(Program18.Action)
    case row(Row14.Action)
    case startButtonTapped
  }

  var body: some ReducerOf<Self> {
    Scope(\.row, action: \.row) { Row14() }
      .onChange(of: \.row.count) { _, state in
        state.changes += 1
        return .none
      }
    Reduce { state, action in
      switch action {
      case .startButtonTapped:
        state.program = Program18.State(rows: [.init(id: 1)])
        return .none
      case .program, .row:
        return .none
      }
    }
    .ifLet(\.program, action: \.program) { Program18() }
  }
}
