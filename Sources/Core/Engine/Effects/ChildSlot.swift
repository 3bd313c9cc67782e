import CCore
import CompanionSupport

/// The place of a child in one parent reducer of one store: an optional child, or a collection.
///
/// It also records whether effects of children are running. Only then does an operator compare the
/// current identity in its slot with the previous one, to detect children that other reducers
/// removed.
///
/// Unchecked: mutable state is accessed in the isolation of the store only.
@usableFromInline
final class ChildSlot: @unchecked Sendable {
  /// Whether effects of children run, or may run. The only property that an operator reads for each
  /// action.
  @exclusivity(unchecked) @usableFromInline private(set) var isOccupied: Bool
  /// Whether several parents have children in the slot, such as rows of a list with an optional
  /// detail each. ``seen`` is not used then.
  @usableFromInline let isShared: Bool
  /// The contents of the slot after the last action.
  @exclusivity(unchecked) private(set) var seen = ChildSighting.nothing
  /// The number of parents whose children have running effects.
  @exclusivity(unchecked) private var occupiedParents = 0
  /// Whether the slot is shared by all stores for a key path, and stores nothing.
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

  /// The slot of an operator whose effects do not end with its child.
  static var unused: ChildSlot { ChildSlot(isShared: false, isForKeyPath: false) }

  /// Records that effects of the first child of a parent run.
  func occupy(_ sighting: ChildSighting) {
    guard !isForKeyPath else { return }
    occupiedParents += 1
    isOccupied = true
    seen = sighting
  }

  /// Records that no effect of a parent's children runs any more.
  func vacate() {
    guard !isForKeyPath else { return }
    occupiedParents -= 1
    isOccupied = occupiedParents > 0
  }

  func see(_ sighting: ChildSighting) {
    guard !isForKeyPath else { return }
    seen = sighting
  }

  /// A child in the slot: the id of an element, or none if there can be one child only.
  @usableFromInline
  struct Component: Hashable, Sendable {
    let slot: ChildSlot
    let id: AnyHashableSendable?
    /// A unique number if the child was removed by the same action that returned the effect, 0
    /// otherwise. The effect outlives the child, and does not belong to another child in the same
    /// place.
    private let orphan: UInt64

    @usableFromInline
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

/// The slots of reducers that other reducers call, by the key paths to the states of children: a
/// reducer that is prepared again for an action has to find the effects of earlier actions.
final class KeyPathSlots: Sendable {
  /// The slots of reducers that are called without a store.
  static let ofAllStores = KeyPathSlots(isOfAllStores: true)

  private let isOfAllStores: Bool
  private let table = ForkSafeLocked(Table())

  private struct Table {
    var slots: [Key: ChildSlot] = [:]
    /// With so many slots, the ones that nothing else refers to are left out.
    var many = 64
  }

  /// Unchecked: a key path is never changed, and is compared by its contents.
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

/// A snapshot of a slot, enough to detect a different child later.
@usableFromInline
enum ChildSighting: Equatable, @unchecked Sendable {
  // Unchecked: ids are compared in the isolation of the store only.
  case nothing
  /// One child, and its identity if it has one.
  case child(ChildID?)
  /// A collection, with the stamp that changes when elements are added, removed or moved.
  case elements(structure: UInt64)

  /// An optional child.
  @usableFromInline static var onlyChild: Self { .child(nil) }

  /// - Parameter identity: The identity of the child, if there is one.
  @usableFromInline
  init(_ identity: ChildID??) {
    self = identity.map { .child($0) } ?? .nothing
  }
}
