import ComposableCore

/// A scripted feature with a child of each kind. Rows, screens and presented features are again
/// nodes; the others are `Inner`.
struct Node<Inner: ScriptedFeature>: ScriptedFeature {
  let world: World

  struct State: ScriptedState, Identifiable {
    var id: Int
    var values: [Int] = []
    var belongings = Belongings()
    var bound = 0
    @Shared(.inMemory("tally")) var tally = 0
    var scoped: Inner.State
    var optional: Inner.State?
    var choice: Choice<Inner>.State = .none
    var rows: IdentifiedArray<Int, Node.State> = []
    @PresentationState var presented: Choice<Node>.State?
    var stack = StackState<Node.State>()
    @PresentationState var alert: AlertState<Prompt>?

    var identity: [Int] { [id] }
  }

  enum Action: ScriptedAction, BindableAction, CasePathable {
    case run(Command)
    case binding(BindingAction<State>)
    case scoped(Inner.Action)
    case optional(Inner.Action)
    case choice(Choice<Inner>.Action)
    indirect case rows(IdentifiedAction<Int, Node.Action>)
    indirect case presented(PresentationAction<Choice<Node>.Action>)
    indirect case stack(StackAction<Node.State, Node.Action>)
    case alert(PresentationAction<Prompt>)
  }

  var body: some Reducer<State, Action> {
    Reduce { state, action in world.reduce(&state, action, .before) }
    BindingReducer()
    if world.program.shape.scopesLast {
      core
      parts
    } else {
      parts
      core
    }
    Reduce { state, action in world.reduce(&state, action, .after) }
  }

  @ReducerBuilder<State, Action>
  private var parts: some Reducer<State, Action> {
    let paths = PathCache.paths { NodePaths<Inner>() }
    Scope(paths.scoped, action: paths.scopedAction) { Inner(world: world) }
    Scope(paths.choice, action: paths.choiceAction) { Choice<Inner>(world: world) }
  }

  private var core: some Reducer<State, Action> {
    operators.onChange(of: \.values) { old, new in
      Reduce { state, action in
        world.reduce(&state, action, .changed, noting: [old.count, new.count])
      }
    }
  }

  private var operators: Reduce<State, Action> {
    let paths = PathCache.paths { NodePaths<Inner>() }
    return world.program.shape.operators.reduce(
      Reduce { state, action in world.reduce(&state, action, .core) }
    ) { base, slot in
      switch slot {
      case .optional:
        Reduce(
          base.ifLet(paths.optional, action: paths.optionalAction) {
            world.feature(Inner(world: world))
              .transformDependency(\.mark) { $0 = Mark.optional($0) }
          })
      case .rows:
        Reduce(
          base.forEach(paths.rows, action: paths.rowsAction) {
            world.feature(Node(world: world)).dependency(\.mark, Mark.row)
          })
      case .presented:
        Reduce(
          base.ifLet(paths.presented, action: paths.presentedAction) { Choice<Node>(world: world) })
      case .stack:
        Reduce(base.forEach(paths.stack, action: paths.stackAction) { Node(world: world) })
      case .alert: Reduce(base.ifLet(paths.alert, action: paths.alertAction))
      }
    }
  }

  static func scope(
    _ store: Store<State, Action>, _ route: ArraySlice<Hop>
  ) -> (any ScopedStore)? {
    let rest = route.dropFirst()
    switch route.first {
    case nil: return store
    case .scoped: return Inner.scope(store.scope(\.scoped, action: \.scoped), rest)
    case .optional:
      return store.scope(\.optional, action: \.optional).flatMap { Inner.scope($0, rest) }
    case .first, .second:
      return Choice<Inner>.scope(store.scope(\.choice, action: \.choice), route)
    case .presentedFirst, .presentedSecond:
      return store.scope(\.presented, action: \.presented.presented)
        .flatMap { Choice<Node>.scope($0, route) }
    case .row(let id):
      let rows = store.scope(\.rows, action: \.rows)
      return rows.ids.firstIndex(of: id).flatMap { Node.scope(rows[$0], rest) }
    case .screen(let number):
      let stack = store.scope(\.stack, action: \.stack)
      return stack.ids.firstIndex { $0.number == number }.flatMap { Node.scope(stack[$0], rest) }
    case .alert: return nil
    }
  }
}
