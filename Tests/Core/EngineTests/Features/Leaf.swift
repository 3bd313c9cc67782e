import ComposableCore

/// A scripted feature without children.
struct Leaf: ScriptedFeature {
  struct State: ScriptedState, Identifiable {
    var id: Int
    var values: [Int] = []
    var belongings = Belongings()

    init(id: Int, population: Int) { self.id = id }
    var identity: [Int] { [id] }

    mutating func apply(_ change: Change, in world: World) {
      switch change {
      case .add(let value): values.append(value)
      case .rename(let newID): id = newID
      default: break
      }
      belongings.apply(change)
    }

    static var level: Int { 0 }

    var model: NodeModel {
      var model = NodeModel(level: 0, id: id, population: 0)
      model.values = values
      model.belongings = belongings.model
      return model
    }
  }

  enum Action: ScriptedAction {
    case run(Command)

    init(_ route: ArraySlice<Hop>, _ order: Order) { self = .run(Command(order)) }

    var target: (order: Order, distance: Int)? {
      switch self {
      case .run(let command): (command.order, 0)
      }
    }
  }

  let world: World

  var body: some Reducer<State, Action> {
    Reduce { state, action in world.reduce(&state, action, .core) }
  }

  static func scope(
    _ store: Store<State, Action>, _ route: ArraySlice<Hop>
  ) -> (any ScopedStore)? { store }
}
