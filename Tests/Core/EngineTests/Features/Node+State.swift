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
      + [scoped.identity.count, optional == nil ? 0 : 1, presented == nil ? 0 : 1]
  }

  mutating func apply(_ change: Change) {
    switch change {
    case .add(let value): values.append(value)
    case .setScoped(let id): scoped = Inner.State(id: id, population: 1)
    case .setOptional(let id): optional = id.map { Inner.State(id: $0, population: 1) }
    case .touchOptional: optional?.apply(.add(10))
    case .setFirst, .setSecond, .clearChoice: choice.apply(change)
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
    }
  }

  func child(at route: ArraySlice<Hop>) -> (any ScriptedState)? {
    let rest = route.dropFirst()
    return switch route.first {
    case nil: self
    case .scoped: scoped.child(at: rest)
    case .optional: optional?.child(at: rest)
    case .first, .second: choice.child(at: route)
    case .presentedFirst, .presentedSecond: presented?.child(at: route)
    case .row(let id): rows[id: id]?.child(at: rest)
    case .screen(let number):
      stack.ids.first { $0.number == number }.flatMap { stack[id: $0]?.child(at: rest) }
    }
  }
}
