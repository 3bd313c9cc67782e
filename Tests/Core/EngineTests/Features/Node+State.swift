import ComposableCore
import ReferenceEngine

extension Node.State {
  /// A state with as many levels of children.
  init(id: Int, population: Int) {
    self.id = id
    scoped = Inner.State(id: id, population: population)
    guard population > 0 else { return }
    optional = Inner.State(id: 0, population: population - 1)
    choice = .first(Inner.State(id: 0, population: population - 1))
    rows = [
      Node.State(id: 0, population: population - 1), Node.State(id: 1, population: population - 1),
    ]
    presented = .first(Node.State(id: 0, population: population - 1))
  }

  /// Parts of the state that most changes show in.
  var outline: [Int] {
    let screens = stack.map { $0.id + 1000 * $0.values.count }
    return values + rows.map { $0.id + 1000 * $0.values.count } + screens
      + [1, optional == nil ? 0 : 1, presented == nil ? 0 : 1]
  }

  mutating func apply(_ change: Change, in world: World) {
    switch change {
    case .add(let value): values.append(value)
    case .share(let value): $tally.withLock { $0 += value }
    case .rename(let newID): id = newID
    case .setLabel, .setObject, .setFunction: belongings.apply(change)
    case .setScoped(let id): scoped = Inner.State(id: id, population: 1)
    case .setOptional(let id): optional = id.map { Inner.State(id: $0, population: 1) }
    case .touchOptional: optional?.apply(.add(10), in: world)
    case .setFirst, .setSecond, .clearChoice: choice.apply(change, in: world)
    case .insertRow(let id):
      if rows[id: id] == nil { rows.append(Self(id: id, population: 1)) }
    case .removeRow(let id): rows.remove(id: id)
    case .replaceRow(let id):
      if rows[id: id] != nil { rows[id: id] = Self(id: id, population: 1) }
    case .touchRow(let id): rows[id: id]?.values.append(20)
    case .reverseRows: rows.reverse()
    case .clearRows: rows = []
    case .presentFirst(let id): presented = .first(Self(id: id, population: 1))
    case .presentSecond(let id): presented = .second(Self(id: id, population: 1))
    case .dismissPresented: presented = nil
    case .push(let id): stack.append(Self(id: id, population: 0))
    case .popLast: if !stack.isEmpty { stack.removeLast() }
    case .removeFirstScreen: if !stack.isEmpty { stack.removeFirst() }
    case .clearStack: stack.removeAll()
    case .showAlert(let number): alert = AlertState(number: number)
    case .hideAlert: alert = nil
    }
  }

  static var level: Int { Inner.State.level + 1 }

  func shared(in world: World) -> Int { tally }

  /// The same for the reference engine.
  var model: NodeModel {
    var model = NodeModel(level: Self.level, id: id, population: 0)
    model.values = values
    model.belongings = belongings.model
    model.bound = bound
    model.children = [.scoped: scoped.model]
    model.children[.optional] = optional?.model
    model.choice = choice.model
    for (id, row) in zip(rows.ids, rows) { model.rows[id] = row.model }
    model.presented = presented?.model
    for (id, screen) in zip(stack.ids, stack) { model.stack[id.number] = screen.model }
    model.alert = alert?.number.map { PromptModel(number: $0, serial: 0) }
    return model
  }
}

extension StackElementID {
  /// The number of the element, in the order in which elements were pushed.
  var number: Int { Int(debugDescription.dropFirst()) ?? -1 }
}
