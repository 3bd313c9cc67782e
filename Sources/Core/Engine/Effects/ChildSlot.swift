import CCore

/// The place of a child in one parent reducer of one store: an optional child, or a collection.
///
/// It also knows whether effects of children run. Only then does an operator compare what it finds
/// in its slot with what it saw there last, to notice children that other reducers removed.
///
/// Unchecked: what changes is touched in the isolation of the store only.
@usableFromInline
final class ChildSlot: @unchecked Sendable {
  /// Whether effects of children run, or may run: the one thing that an operator asks for each
  /// action.
  @exclusivity(unchecked) @usableFromInline private(set) var isOccupied: Bool
  /// Whether several parents have children in the slot, as the rows of a list which may each have a
  /// detail. ``seen`` says nothing then.
  @usableFromInline let isShared: Bool
  /// What was in the slot after the last action.
  @exclusivity(unchecked) private(set) var seen = ChildSighting.nothing
  /// How many parents have children whose effects run.
  @exclusivity(unchecked) private var occupiedParents = 0
  /// Whether the slot is that of a key path in all stores, and remembers nothing.
  private let isForKeyPath: Bool

  fileprivate init(isShared: Bool, isForKeyPath: Bool) {
    self.isShared = isShared
    self.isForKeyPath = isForKeyPath
    isOccupied = isForKeyPath
  }

  /// The slot of an operator that is being prepared.
  ///
  /// - Parameter keyPath: To the child's state.
  @usableFromInline
  static func make(for keyPath: AnyKeyPath) -> ChildSlot {
    let context = PreparationContext.current
    return context.slots?.slot(for: keyPath)
      ?? ChildSlot(isShared: context.isBelowCollection, isForKeyPath: false)
  }

  /// Effects of the first child of a parent run.
  func occupy(_ sighting: ChildSighting) {
    guard !isForKeyPath else { return }
    occupiedParents += 1
    isOccupied = true
    seen = sighting
  }

  /// No effect of a parent's children runs any more.
  func vacate() {
    guard !isForKeyPath else { return }
    occupiedParents -= 1
    isOccupied = occupiedParents > 0
  }

  func see(_ sighting: ChildSighting) {
    guard !isForKeyPath else { return }
    seen = sighting
  }

  /// A child in the slot: an element's id, or none where there can be one child only.
  @usableFromInline
  struct Component: Hashable, Sendable {
    let slot: ChildSlot
    let id: AnyHashableSendable?
    /// A number of its own where the child was removed by the very action that returned the effect,
    /// 0 otherwise. The effect outlives the child, and is not that of another child in the same
    /// place.
    private let orphan: UInt64

    init(slot: ChildSlot, id: AnyHashableSendable?, isOrphan: Bool) {
      self.slot = slot
      self.id = id
      orphan = isOrphan ? composable_make_id() : 0
    }

    /// Whether the effect outlives its child.
    var isOrphan: Bool { orphan != 0 }

    @usableFromInline
    static func == (lhs: Self, rhs: Self) -> Bool {
      lhs.slot === rhs.slot && lhs.orphan == rhs.orphan && lhs.id == rhs.id
    }

    @usableFromInline
    func hash(into hasher: inout Hasher) {
      hasher.combine(ObjectIdentifier(slot))
      hasher.combine(orphan)
      hasher.combine(id)
    }
  }
}

/// The slots of reducers that other reducers call, by the key paths to the states of children: what is
/// prepared for one action has to find the effects of the last.
final class KeyPathSlots: Sendable {
  /// Those of reducers that are called without a store.
  static let ofAllStores = KeyPathSlots(isOfAllStores: true)

  private let isOfAllStores: Bool
  private let table = ForkSafeLocked(Table())

  private struct Table {
    var slots: [Key: ChildSlot] = [:]
    /// With so many, those that nothing else refers to are left out.
    var many = 64
  }

  /// Unchecked: a key path is never changed, and compared by what is in it.
  private struct Key: Hashable, @unchecked Sendable {
    let keyPath: AnyKeyPath
  }

  init(isOfAllStores: Bool) {
    self.isOfAllStores = isOfAllStores
  }

  func slot(for keyPath: AnyKeyPath) -> ChildSlot {
    let key = Key(keyPath: keyPath)
    return table.withLock { table in
      if let slot = table.slots[key] { return slot }
      if table.slots.count >= table.many {
        // Key paths that capture values come and go. The effects of children refer to their slot.
        for key in Array(table.slots.keys) {
          guard let index = table.slots.index(forKey: key) else { continue }
          if isKnownUniquelyReferenced(&table.slots.values[index]) { table.slots.remove(at: index) }
        }
        table.many = max(64, 2 * table.slots.count)
      }
      let slot = ChildSlot(isShared: true, isForKeyPath: isOfAllStores)
      table.slots[key] = slot
      return slot
    }
  }
}

/// What an operator sees in its slot: enough to tell whether it is another child the next time.
@usableFromInline
enum ChildSighting: Equatable, @unchecked Sendable {
  // Unchecked: ids are compared in the isolation of the store only.
  case nothing
  /// One child, and what identifies it.
  case child(tag: Int, id: AnyHashable?)
  /// A collection, by the stamp that changes when elements come, go or move.
  case elements(structure: UInt64)

  /// A child that there is one of at most.
  @usableFromInline static var onlyChild: Self { .child(tag: 0, id: nil) }

  /// - Parameter identity: That of the child, if there is one.
  @usableFromInline
  init(_ identity: ChildID??) {
    guard let identity else {
      self = .nothing
      return
    }
    self = .child(tag: identity?.tag ?? 0, id: identity?.id)
  }
}
