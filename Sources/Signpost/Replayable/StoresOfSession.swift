import CompanionSupport

/// The root stores whose state was recorded in the latest session. Stores that share a reducer of
/// the environment style share its wrapper as well, on whichever actor they run.
final class StoresOfSession: Sendable {
  private let recorded = ForkSafeLocked<(session: UInt64, stores: Set<UInt64>)>((0, []))

  /// Adds a store, and returns whether it was not there before.
  ///
  /// - Parameters:
  ///   - store: The id of the root store; 0 without a store.
  ///   - session: The number of the session. Another one than before begins with no stores.
  func insert(_ store: UInt64, in session: UInt64) -> Bool {
    recorded.withLock { recorded in
      if recorded.session != session { recorded = (session, []) }
      return recorded.stores.insert(store).inserted
    }
  }
}
