import ComposableCore

// The stores of children on the actor of their root.

extension Node {
  static func scope(
    _ store: StoreActor<State, Action>, _ route: ArraySlice<Hop>
  ) async -> (any ScopedStore)? {
    let rest = route.dropFirst()
    switch route.first {
    case nil: return await ScopedActor(store)
    case .scoped: return await Inner.scope(store.scope(\.scoped, action: \.scoped), rest)
    case .optional:
      guard let child = await store.scope(\.optional, action: \.optional) else { return nil }
      return await Inner.scope(child, rest)
    case .first, .second:
      return await Choice<Inner>.scope(store.scope(\.choice, action: \.choice), route)
    case .presentedFirst, .presentedSecond:
      guard let child = await store.scope(\.presented, action: \.presented.presented) else {
        return nil
      }
      return await Choice<Node>.scope(child, route)
    case .row(let id):
      guard let child = await store.scope(\.rows, action: \.rows)[id: id] else { return nil }
      return await Node.scope(child, rest)
    case .screen(let number):
      let stack: _StoreActorCollection<StackElementID, State, Action> =
        await store.scope(\.stack, action: \.stack)
      guard let child = stack[id: StackElementID(integerLiteral: number)] else { return nil }
      return await Node.scope(child, rest)
    case .alert: return nil
    }
  }
}

extension Leaf {
  static func scope(
    _ store: StoreActor<State, Action>, _ route: ArraySlice<Hop>
  ) async -> (any ScopedStore)? { await ScopedActor(store) }
}

extension Choice {
  static func scope(
    _ store: StoreActor<State, Action>, _ route: ArraySlice<Hop>
  ) async -> (any ScopedStore)? {
    let rest = route.dropFirst()
    switch route.first {
    case .first, .presentedFirst:
      guard let child = await store.scope(\.first, action: \.first) else { return nil }
      return await Content.scope(child, rest)
    case .second, .presentedSecond:
      guard let child = await store.scope(\.second, action: \.second) else { return nil }
      return await Content.scope(child, rest)
    default: return nil
    }
  }
}
