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

  private init(isShared: Bool, isForKeyPath: Bool) {
    self.isShared = isShared
    self.isForKeyPath = isForKeyPath
    isOccupied = isForKeyPath
  }

  /// The slot of an operator that is being prepared.
  ///
  /// - Parameter keyPath: To the child's state.
  @usableFromInline
  static func make(for keyPath: AnyKeyPath) -> ChildSlot {
    guard PreparationContext.current.isForOneAction else {
      return ChildSlot(
        isShared: PreparationContext.current.isBelowCollection, isForKeyPath: false)
    }
    let key = Key(keyPath: keyPath)
    return slotsOfKeyPaths.withLock { slots in
      if let slot = slots[key] { return slot }
      let slot = ChildSlot(isShared: true, isForKeyPath: true)
      slots[key] = slot
      return slot
    }
  }

  /// The slots of reducers that are prepared for one action: the next one has to find the effects
  /// of the last.
  private static let slotsOfKeyPaths = ForkSafeLocked<[Key: ChildSlot]>([:])

  /// Unchecked: a key path is never changed, and compared by what is in it.
  private struct Key: Hashable, @unchecked Sendable {
    let keyPath: AnyKeyPath
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
