import ComposableCore

/// An enum of features.
struct Choice<Content: ScriptedFeature>: Reducer, Sendable {
  enum State: Scripted, Sendable, CasePathable {
    case none
    case first(Content.State)
    case second(Content.State)

    var identity: [Int] {
      switch self {
      case .none: [0]
      case .first(let state): [1] + state.identity
      case .second(let state): [2] + state.identity
      }
    }

    mutating func apply(_ change: Change, in world: World) {
      switch change {
      case .setFirst(let id), .presentFirst(let id):
        self = .first(Content.State(id: id, population: 1))
      case .setSecond(let id), .presentSecond(let id):
        self = .second(Content.State(id: id, population: 1))
      case .clearChoice: self = .none
      default: break
      }
    }

    var model: ChoiceModel {
      let content: ChoiceModel.Content =
        switch self {
        case .none: .none
        case .first(let state): .first(state.model)
        case .second(let state): .second(state.model)
        }
      return ChoiceModel(level: Content.State.level, content)
    }

    struct AllCasePaths: Sendable {
      var first: AnyCasePath<State, Content.State> {
        AnyCasePath(_unsafeEmbed: State.first) {
          if case .first(let value) = $0 { value } else { nil }
        }
      }
      var second: AnyCasePath<State, Content.State> {
        AnyCasePath(embed: State.second) { if case .second(let value) = $0 { value } else { nil } }
      }
    }
    static var allCasePaths: AllCasePaths { AllCasePaths() }

    var first: Content.State? { if case .first(let value) = self { value } else { nil } }
    var second: Content.State? { if case .second(let value) = self { value } else { nil } }
  }

  enum Action: ScriptedAction, CasePathable {
    case first(Content.Action)
    case second(Content.Action)

    init(_ route: ArraySlice<Hop>, _ order: Order) {
      switch route.first {
      case .second, .presentedSecond:
        self = .second(Content.Action(route.dropFirst(), order))
      default: self = .first(Content.Action(route.dropFirst(), order))
      }
    }

    var target: (order: Order, distance: Int)? {
      switch self {
      case .first(let action), .second(let action):
        action.target.map { ($0.order, $0.distance + 1) }
      }
    }

    struct AllCasePaths: Sendable {
      var first: AnyCasePath<Action, Content.Action> {
        AnyCasePath(_unsafeEmbed: Action.first) {
          if case .first(let value) = $0 { value } else { nil }
        }
      }
      var second: AnyCasePath<Action, Content.Action> {
        AnyCasePath(embed: Action.second) {
          if case .second(let value) = $0 { value } else { nil }
        }
      }
    }
    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }

  let world: World

  var body: some Reducer<State, Action> {
    let paths = PathCache.paths { ChoicePaths<Content>() }
    Reduce { state, action in world.reduce(&state, action, .inner) }
      .ifCaseLet(paths.first, action: paths.firstAction) { Content(world: world) }
      .ifCaseLet(paths.second, action: paths.secondAction) { Content(world: world) }
  }

  @MainActor static func scope(
    _ store: Store<State, Action>, _ route: ArraySlice<Hop>
  ) -> (any ScopedStore)? {
    switch route.first {
    case .first, .presentedFirst:
      store.scope(\.first, action: \.first).flatMap { Content.scope($0, route.dropFirst()) }
    case .second, .presentedSecond:
      store.scope(\.second, action: \.second).flatMap { Content.scope($0, route.dropFirst()) }
    default: nil
    }
  }
}
