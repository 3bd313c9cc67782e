import ComposableArchitecture

// Case paths and operators as programs have written them since version 1.0.

nonisolated struct LoginError: Error, Equatable {}

// Neither 'Equatable' nor 'Sendable'.
nonisolated final class Token {}
@CasePathable nonisolated enum Event {
  case started
  case token(Token)
  case callback(() -> Void)
}

nonisolated struct Login: Reducer {
  struct State: Equatable, Identifiable {
    var id = 0
    var name = ""
  }
  enum Action: Equatable {
    case tapped
    case response(Result<Int, LoginError>)
    case named(String)
  }
  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .tapped, .response: return .none
      case .named(let name):
        state.name = name
        return .none
      }
    }
  }
}

nonisolated struct Main: Reducer {
  struct State: Equatable {
    var always = Login.State()
    var login: Login.State?
    var rows: IdentifiedArrayOf<Login.State> = []
    var path = StackState<Login.State>()
    @PresentationState var sheet: Login.State?
    @PresentationState var alert: AlertState<Action.Alert>?
    @PresentationState var dialog: ConfirmationDialogState<Action.Alert>?
  }
  enum Action: Equatable {
    case login(Login.Action)
    case row(id: Int, action: Login.Action)
    case rows(IdentifiedAction<Int, Login.Action>)
    case path(StackAction<Login.State, Login.Action>)
    case sheet(PresentationAction<Login.Action>)
    case alert(PresentationAction<Alert>)
    case dialog(PresentationAction<Alert>)
    case dismissed

    enum Alert: Equatable { case confirmed }
  }
  var body: some Reducer<State, Action> {
    Scope(state: \.always, action: /Action.login) { Login() }
    Scope(state: \.always, action: /Main.Action.login, child: Login.init)
    Reduce { state, action in
      switch action {
      case .dismissed:
        state.login = nil
        return .none
      default: return .none
      }
    }
    .ifLet(\.login, action: /Action.login) { Login() }
    .ifLet(\.$sheet, action: /Action.sheet) { Login() }
    .ifLet(\.$alert, action: /Action.alert)
    .ifLet(\.$dialog, action: /Action.dialog)
    .forEach(\.rows, action: /Action.row(id:action:)) { Login() }
    .forEach(\.path, action: /Action.path) { Login() }
    EmptyReducer()
      .ifLet(\.login, action: /Action.login, then: Login.init)
      .ifLet(\.$sheet, action: /Action.sheet, destination: Login.init)
      .forEach(\.rows, action: /Action.row) { Login() }
      .forEach(\.rows, action: /Action.rows) { Login() }
  }
}

nonisolated struct Screens: Reducer {
  enum State: Equatable {
    case login(Login.State)
    case empty
  }
  typealias Action = Main.Action
  var body: some ReducerOf<Self> {
    Scope(state: /State.login, action: /Action.login) { Login() }
    Reduce { _, _ in .none }
      .ifCaseLet(/State.login, action: /Action.login) { Login() }
  }
}

nonisolated enum Shape: Equatable {
  case circle(radius: Int)
  case rectangle(width: Int, height: Int)
  case pair(Int, String)
  case login(Login.State)
  case empty
}

nonisolated func paths(_ shapes: [Shape], _ optional: Shape?, _ event: Event) {
  let circle = /Shape.circle
  let _: AnyCasePath<Shape, Int> = circle
  let empty = (/Shape.empty)
  let _: AnyCasePath<Shape, Void> = empty
  let rectangle = /Shape.rectangle
  _ = rectangle.extract(from: shapes[0])?.1
  let _: AnyCasePath<Shape, (Int, String)> = /Shape.pair
  let _: AnyCasePath<Shape, Shape> = /Shape.self
  let _: AnyCasePath<Shape, Shape> = /.self
  let _: AnyCasePath<Shape, Shape> = .self
  let response = (/Main.Action.login).appending(path: /Login.Action.response)
  let _: AnyCasePath<Main.Action, Result<Int, LoginError>> = response
  let _: AnyCasePath<Main.Action, Int> =
    /Main.Action.login .. /Login.Action.response .. /Result.success
  let failure = /Result<Int, LoginError>.failure
  let _: AnyCasePath<Result<Int, LoginError>, LoginError> = failure

  let _: [Int] = shapes.compactMap(/Shape.circle)
  let _: [Int] = shapes.compactMap((/Shape.circle).extract)
  _ = shapes.compactMap(/Shape.empty).count
  switch shapes[0] {
  case /Shape.circle: break
  case /Shape.empty: break
  default: break
  }

  let optionalCircle: AnyCasePath<Shape?, Int> = /Shape.circle
  _ = optionalCircle.extract(from: optional)
  let _: AnyCasePath<Shape?, Void> = /Shape.empty
  let _: AnyCasePath<Shape?, Shape> = /Optional.some
  let _: AnyCasePath<Int?, Int> = /Int?.some
  switch optional {
  case /Shape.circle: break
  default: break
  }

  let started = /Event.started
  _ = started.extract(from: event)
  let token = /Event.token
  let _: Token? = token.extract(from: event)
  (/Event.callback).extract(from: event)?()
  if case /Event.started = event {}
}

nonisolated func constructors() {
  _ = AnyCasePath(unsafe: Shape.circle)
  _ = AnyCasePath<Shape, Int>(Shape.circle)
  _ = CasePath(Shape.login)
  _ = CasePath(embed: Shape.login, extract: { _ in nil })
}

nonisolated func states(_ state: inout Main.State, _ screens: inout Screens.State) throws {
  XCTModify(&screens, case: /Screens.State.login) { $0.name = "a" }
  XCTModify(&state.login) { $0.name = "a" }
  let login = try XCTUnwrap(screens, case: /Screens.State.login)
  _ = login.name
}

nonisolated func navigation(
  _ screen: inout PresentationState<Screens.State>, _ path: inout StackState<Screens.State>
) {
  _ = screen[case: /Screens.State.login]?.name
  screen[case: /Screens.State.login]?.name = "a"
  _ = path[id: path.ids[0], case: /Screens.State.login]?.name
  path[id: path.ids[0], case: /Screens.State.login]?.name = "a"
}

@MainActor func stores(_ store: StoreOf<Main>, _ testStore: TestStoreOf<Main>) async {
  let _: StoreOf<Login> = store.scope(state: \.always, action: { .login($0) })
  let _: StoreOf<Login> = store.scope(state: { $0.always }, action: Main.Action.login)
  await testStore.receive(/Main.Action.login)
  await testStore.receive(/Main.Action.dismissed)
}
