public import ComposableCore

extension Store {
  /// Traces this store's tree from the next action on, as if the root's reducer were wrapped in
  /// `.signpost()`, unless it is already.
  ///
  /// ```swift
  /// let store = makeStore()
  /// if isInvestigating { store.signpost("app") }
  /// ```
  ///
  /// - Parameter prefix: Tells its events from those of others; the name of the root's feature if
  ///   `nil`.
  public func signpost(_ prefix: String? = nil) {
    instrument(with: StoreSignposts.installed, prefix: prefix)
  }
}

extension StoreActor {
  /// Traces this store's tree from the next action on, as if the root's reducer were wrapped in
  /// `.signpost()`, unless it is already.
  ///
  /// - Parameter prefix: Tells its events from those of others; the name of the root's feature if
  ///   `nil`.
  public func signpost(_ prefix: String? = nil) {
    instrument(with: StoreSignposts.installed, prefix: prefix)
  }
}
