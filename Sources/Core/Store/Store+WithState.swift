extension Store {
  /// Reads the state in a closure, for instance several parts of it.
  ///
  /// ```swift
  /// let canSave = store.withState { $0.isValid && !$0.isSaving }
  /// ```
  ///
  /// - Parameter body: Reads the state passed to it.
  /// - Returns: The result of `body`.
  public func withState<R>(_ body: (_ state: State) throws -> R) rethrows -> R {
    try body(state)
  }
}
