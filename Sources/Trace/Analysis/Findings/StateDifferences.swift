/// The recorded differences of states, which decide whether an action has changed the state if its
/// end does not: the properties of most states are not cheap to compare.
///
/// A wrapper records a difference after the end of an action that has changed the state, before the
/// next action of the store. An action without one has changed nothing that can be compared.
struct StateDifferences {
  private struct Action: Hashable {
    var process: ProcessIndex
    var id: UInt64
  }

  /// The undecided action of each store that ended last.
  private var latest: [StoreKey: UInt64] = [:]
  private var stores: [Action: StoreKey] = [:]
  /// The actions with a difference, as their wrappers name them.
  private var names: Set<NameID> = []

  /// Adds an action whose end does not say whether it has changed the state.
  mutating func add(_ undecided: Span) {
    let store = StoreKey(of: undecided)
    remove(store)
    latest[store] = undecided.id
    stores[Action(process: undecided.process, id: undecided.id)] = store
  }

  /// Forgets the undecided action of a store, at the end of its next one or of the store.
  mutating func remove(_ store: StoreKey) {
    guard let id = latest.removeValue(forKey: store) else { return }
    stores[Action(process: store.process, id: id)] = nil
  }

  /// Adds a point, which can be a difference.
  ///
  /// - Returns: The store whose undecided action has changed the state.
  mutating func add(_ point: TracePoint) -> StoreKey? {
    guard case .stateDiff(let action) = point.event.payload else { return nil }
    names.insert(point.spanName)
    return stores[Action(process: point.event.process, id: action)]
  }

  /// The prefixes of the wrappers that record differences.
  func prefixes(_ names: NameTable) -> Set<String> {
    Set(self.names.map { names[$0].prefix })
  }
}
