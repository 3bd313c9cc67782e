extension TestStore {
  /// The dependencies of the feature: change them for the actions that follow.
  ///
  /// ```swift
  /// store.dependencies.factClient.fetch = { _ in throw Offline() }
  /// ```
  ///
  /// Running effects keep those they were started with.
  public var dependencies: DependencyValues {
    get { recorder.dependencies }
    set { recorder.dependencies = newValue }
  }

  /// Changes the feature's dependencies while an operation runs.
  ///
  /// ```swift
  /// await store.withDependencies {
  ///   $0.factClient.fetch = { _ in throw Offline() }
  /// } operation: {
  ///   await store.send(.factButtonTapped)
  ///   await store.receive(\.factFailed)
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - updateValuesForOperation: Changes the dependencies.
  ///   - operation: The operation.
  @discardableResult
  public func withDependencies<R>(
    _ updateValuesForOperation: (_ dependencies: inout DependencyValues) throws -> Void,
    operation: () throws -> R
  ) rethrows -> R {
    let previous = dependencies
    defer { dependencies = previous }
    var changed = previous
    try changed.update(updateValuesForOperation)
    dependencies = changed
    return try operation()
  }

  /// Changes the feature's dependencies while an operation runs.
  ///
  /// - Parameters:
  ///   - updateValuesForOperation: Changes the dependencies.
  ///   - operation: The operation.
  @discardableResult
  public func withDependencies<R>(
    _ updateValuesForOperation: (_ dependencies: inout DependencyValues) async throws -> Void,
    operation: () async throws -> R
  ) async rethrows -> R {
    let previous = dependencies
    defer { dependencies = previous }
    // Not in place: the feature may read its dependencies while this is suspended.
    var changed = previous
    try await changed.update(updateValuesForOperation)
    dependencies = changed
    return try await operation()
  }
}
