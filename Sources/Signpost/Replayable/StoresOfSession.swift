import CompanionSupport

/// The root stores whose state a wrapper has recorded in the latest session. Stores that share a
/// reducer of the environment style share its wrapper as well, on whichever actor they run.
final class StoresOfSession: Sendable {
  private let recorded = Locked<(session: UInt64, stores: Set<UInt64>)>((0, []))

  /// The sets that contain a store: its release does not search all wrappers.
  private static let containing = ForkSafeLocked<[UInt64: [StoresOfSession]]>([:])

  /// Adds a store, and returns whether it was not there before.
  ///
  /// - Parameters:
  ///   - store: The id of the root store; 0 without a store.
  ///   - session: The number of the session. Another one than before begins with no stores.
  func insert(_ store: UInt64, in session: UInt64) -> Bool {
    let isNew = recorded.withLock { recorded in
      if recorded.session != session { recorded = (session, []) }
      return recorded.stores.insert(store).inserted
    }
    if isNew, store != 0 { willForget(store) }
    return isNew
  }

  private func willForget(_ store: UInt64) {
    Self.containing.withLock { containing in
      // Since an earlier session, perhaps.
      if containing[store]?.contains(where: { $0 === self }) == true { return }
      containing[store, default: []].append(self)
    }
  }

  /// Removes a root store that was released from all sets.
  static func forget(_ store: UInt64) {
    guard let sets = containing.withLock({ $0.removeValue(forKey: store) }) else { return }
    for set in sets { _ = set.recorded.withLock { $0.stores.remove(store) } }
  }
}
