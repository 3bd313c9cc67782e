public import ComposableCore

extension Store {
  /// Traces this store's tree from the next action on, as if the root's reducer were wrapped in
  /// `.signpost()`. A root with a wrapper keeps it.
  ///
  /// ```swift
  /// let store = makeStore()
  /// if isInvestigating { store.signpost("app") }
  /// ```
  ///
  /// - Parameter prefix: Distinguishes its events from the events of others; the name of the root's
  ///   feature if `nil`.
  public func signpost(_ prefix: String? = nil) {
    instrument(with: StoreSignposts.installed, prefix: prefix)
  }
}

extension StoreActor {
  /// Traces this store's tree from the next action on, as if the root's reducer were wrapped in
  /// `.signpost()`. A root with a wrapper keeps it.
  ///
  /// - Parameter prefix: Distinguishes its events from the events of others; the name of the root's
  ///   feature if `nil`.
  public func signpost(_ prefix: String? = nil) {
    instrument(with: StoreSignposts.installed, prefix: prefix)
  }
}
