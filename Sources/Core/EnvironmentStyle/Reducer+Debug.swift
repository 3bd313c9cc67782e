extension Reducer {
  /// Prints each action that this reducer receives, with its changes of the state, after a prefix.
  ///
  /// ```swift
  /// let store = Store(initialState: Feature.State()) {
  ///   Feature().debug("feature")
  /// }
  /// ```
  /// ```
  /// feature: received action:
  ///   Feature.Action.incrementButtonTapped
  /// - Feature.State(count: 0)
  /// + Feature.State(count: 1)
  /// ```
  ///
  /// The earlier name of `_printChanges(_:)`, for code in the environment style. Where the library
  /// is built without `DEBUG`, as in release builds, nothing is printed.
  ///
  /// - Parameter prefix: Distinguishes the output of this reducer from the output of others.
  public func debug(_ prefix: String = "") -> _PrintChangesReducer<Self> {
    debug(prefix) { print($0) }
  }

  func debug(
    _ prefix: String = "", to write: @escaping @Sendable (String) -> Void
  ) -> _PrintChangesReducer<Self> {
    _printChanges(.debug(prefix, to: write))
  }
}
