import ReferenceEngine

/// The state of a `Node` or a `Leaf` for the reference engine.
struct NodeModel: Scripted, Equatable, Sendable {
  var id: Int
  var values: [Int] = []
  var belongings = BelongingsModel()
  var bound = 0
  /// The embedded child, unless this is a leaf, and the optional one.
  var children: [Child: NodeModel] = [:]
  var choice: ChoiceModel
  var rows = ReferenceList<NodeModel>()
  var presented: ChoiceModel?
  var stack = ReferenceList<NodeModel>()
  var alert: PromptModel?

  enum Child {
    case scoped, optional
  }

  /// The state of a feature with as many levels of features inside of each other, and of children.
  init(level: Int, id: Int, population: Int) {
    self.id = id
    choice = ChoiceModel(level: level - 1)
    guard level > 0 else { return }
    children[.scoped] = NodeModel(level: level - 1, id: id, population: population)
    guard population > 0 else { return }
    let inner = NodeModel(level: level - 1, id: 0, population: population - 1)
    let node = NodeModel(level: level, id: 0, population: population - 1)
    children[.optional] = inner
    choice.content = .first(inner)
    rows[0] = node
    rows[1] = NodeModel(level: level, id: 1, population: population - 1)
    presented = ChoiceModel(level: level, .first(node))
  }

  var identity: [Int] { [id] }

  func shared(in world: World) -> Int { level > 0 ? world.sharedNumber : 0 }

  /// The number of levels of features inside of each other.
  var level: Int { children[.scoped].map { $0.level + 1 } ?? 0 }

  /// Parts of the state that most changes show in.
  var outline: [Int] {
    let elements = (rows.elements + stack.elements).map { $0.id + 1000 * $0.values.count }
    return values + elements
      + [1, children[.optional] == nil ? 0 : 1, presented == nil ? 0 : 1]
  }

  mutating func apply(_ change: Change, in world: World) {
    switch change {
    case .add(let value): values.append(value)
    case .rename(let newID): id = newID
    case .share(let value): if level > 0 { world.addShared(value) }
    default: break
    }
    belongings.apply(change)
    guard level > 0 else { return }
    func inner(_ id: Int) -> Self { Self(level: level - 1, id: id, population: 1) }
    func node(_ id: Int) -> Self { Self(level: level, id: id, population: 1) }
    switch change {
    case .add, .rename, .share, .setLabel, .setObject, .setFunction: break
    case .setScoped(let id): children[.scoped] = inner(id)
    case .setOptional(let id): children[.optional] = id.map(inner)
    case .touchOptional: children[.optional]?.values.append(10)
    case .setFirst, .setSecond, .clearChoice: choice.apply(change, in: world)
    case .insertRow(let id): if rows[id] == nil { rows[id] = node(id) }
    case .removeRow(let id): rows[id] = nil
    case .replaceRow(let id): if rows[id] != nil { rows[id] = node(id) }
    case .touchRow(let id): rows[id]?.values.append(20)
    case .reverseRows: rows.reverse()
    case .clearRows: rows = ReferenceList()
    case .presentFirst(let id): presented = ChoiceModel(level: level, .first(node(id)))
    case .presentSecond(let id): presented = ChoiceModel(level: level, .second(node(id)))
    case .dismissPresented: presented = nil
    case .push(let id):
      stack[world.nextScreen()] = Self(level: level, id: id, population: 0)
    case .popLast: if let last = stack.ids.last { stack[last] = nil }
    case .removeFirstScreen: if let first = stack.ids.first { stack[first] = nil }
    case .clearStack: stack = ReferenceList()
    case .showAlert(let number): alert = PromptModel(number: number, serial: world.nextPrompt())
    case .hideAlert: alert = nil
    }
  }

  /// The state of a child.
  func child(at route: ArraySlice<Hop>) -> NodeModel? {
    guard let hop = route.first, level > 0 else { return self }
    let child: NodeModel? =
      switch hop {
      case .scoped: children[.scoped]
      case .optional: children[.optional]
      case .first: choice.first
      case .second: choice.second
      case .presentedFirst: presented?.first
      case .presentedSecond: presented?.second
      case .row(let id): rows[id]
      case .screen(let number): stack[number]
      case .alert: nil
      }
    return child?.child(at: route.dropFirst())
  }
}
