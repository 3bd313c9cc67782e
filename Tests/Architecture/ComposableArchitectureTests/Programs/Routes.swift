import ComposableArchitecture

// A library of routing stacks, as clients write them: the screens are an array, and each action of
// a screen has its id beside it.

/// A screen and the way in which it is presented.
struct Route<Screen> {
  enum Style { case root, push, sheet }

  var style: Style
  var screen: Screen

  static func root(_ screen: Screen) -> Self { Self(style: .root, screen: screen) }
  static func push(_ screen: Screen) -> Self { Self(style: .push, screen: screen) }
  static func sheet(_ screen: Screen) -> Self { Self(style: .sheet, screen: screen) }
}

extension Route: Equatable where Screen: Equatable {}

@CasePathable
enum RouterAction<ID: Hashable, Screen, ScreenAction> {
  case updateRoutes([Route<Screen>])
  case routeAction(id: ID, action: ScreenAction)
}

extension RouterAction: Equatable where Screen: Equatable, ScreenAction: Equatable {}

typealias IndexedRouterAction<Screen, ScreenAction> = RouterAction<Int, Screen, ScreenAction>
typealias IndexedRouterActionOf<R: Reducer> = RouterAction<Int, R.State, R.Action>

extension Case {
  /// The actions of one screen.
  fileprivate subscript<ID: Hashable & Sendable, Action>(
    id id: ID
  ) -> Case<Action> where Value == (id: ID, action: Action) {
    Case<Action>(
      embed: { _embed((id: id, action: $0)) },
      extract: { root in
        guard let value = _extract(from: root), value.id == id else { return nil }
        return value.action
      })
  }
}

extension Store {
  /// The store of a screen.
  func screen<Screen, ScreenAction>(
    _ index: Int, routes: KeyPath<State, [Route<Screen>]>,
    action: CaseKeyPath<Action, IndexedRouterAction<Screen, ScreenAction>>
  ) -> Store<Screen, ScreenAction> where Action: CasePathable {
    scope(
      state: routes.appending(path: \.[index].screen),
      action: action.appending(path: \.routeAction).appending(path: \.[id: index]))
  }
}

extension Reducer {
  /// Runs the reducer of each screen.
  func forEachRoute<Screen, ScreenAction, ScreenReducer: Reducer<Screen, ScreenAction>>(
    _ routes: WritableKeyPath<State, [Route<Screen>]>,
    action: CaseKeyPath<Action, IndexedRouterAction<Screen, ScreenAction>>,
    @ReducerBuilder<Screen, ScreenAction> screenReducer: () -> ScreenReducer
  ) -> some ReducerOf<Self> where Action: CasePathable {
    RoutesReducer(
      parent: self, routes: routes,
      updateRoutes: AnyCasePath(action.appending(path: \.updateRoutes)),
      routeAction: AnyCasePath(action.appending(path: \.routeAction)), screen: screenReducer())
  }

  /// Runs the reducers of screens that are the cases of an enum.
  func forEachRoute<Screen: CaseReducerState, ScreenAction>(
    _ routes: WritableKeyPath<State, [Route<Screen>]>,
    action: CaseKeyPath<Action, IndexedRouterAction<Screen, ScreenAction>>
  ) -> some ReducerOf<Self>
  where Action: CasePathable, Screen.StateReducer.Action == ScreenAction {
    forEachRoute(routes, action: action) { Screen.StateReducer.body }
  }
}

private struct RoutesReducer<Parent: Reducer, Screen: Reducer>: Reducer {
  let parent: Parent
  let routes: WritableKeyPath<Parent.State, [Route<Screen.State>]>
  let updateRoutes: AnyCasePath<Parent.Action, [Route<Screen.State>]>
  let routeAction: AnyCasePath<Parent.Action, (id: Int, action: Screen.Action)>
  let screen: Screen

  struct EffectID: Hashable { let index: Int }

  var body: some Reducer<Parent.State, Parent.Action> {
    Reduce<Parent.State, Parent.Action> { state, action in
      if let newRoutes = updateRoutes.extract(from: action) {
        let count = state[keyPath: routes].count
        state[keyPath: routes] = newRoutes
        return .merge(
          (newRoutes.count..<max(count, newRoutes.count)).map {
            .cancel(id: EffectID(index: $0))
          })
      }
      guard let (id, screenAction) = routeAction.extract(from: action) else { return .none }
      guard state[keyPath: routes].indices.contains(id) else {
        reportIssue("An action was sent to a missing screen.")
        return .none
      }
      return screen._reduce(into: &state[keyPath: routes][id].screen, action: screenAction)
        .embedded(by: routeAction, id: id)
        .cancellable(id: EffectID(index: id))
    }
    parent
  }
}

extension Effect {
  fileprivate func embedded<Parent>(
    by path: AnyCasePath<Parent, (id: Int, action: Action)>, id: Int
  ) -> Effect<Parent> {
    map { path.embed((id: id, action: $0)) }
  }
}
