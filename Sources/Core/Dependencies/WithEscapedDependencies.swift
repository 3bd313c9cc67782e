/// Carries the current dependencies over to code that runs later and elsewhere, such as a callback.
///
/// ```swift
/// withEscapedDependencies { dependencies in
///   queue.async {
///     dependencies.yield {
///       model.finish()
///     }
///   }
/// }
/// ```
///
/// Tasks carry them over by themselves, apart from detached ones.
///
/// - Parameter operation: Given what restores the dependencies.
/// - Returns: What `operation` returns.
@discardableResult
public func withEscapedDependencies<R>(
  _ operation: (DependencyValues.Continuation) throws -> R
) rethrows -> R {
  try operation(DependencyValues.Continuation())
}

/// Carries the current dependencies over to code that runs later and elsewhere.
///
/// - Parameters:
///   - isolation: Where `operation` runs: where the caller does.
///   - operation: Given what restores the dependencies.
/// - Returns: What `operation` returns.
@discardableResult
public func withEscapedDependencies<R>(
  isolation: isolated (any Actor)? = #isolation,
  _ operation: (DependencyValues.Continuation) async throws -> R
) async rethrows -> R {
  try await operation(DependencyValues.Continuation())
}

extension DependencyValues {
  /// The dependencies of one place, to be restored at another.
  public struct Continuation: Sendable {
    private let values = DependencyValues.current

    init() {}

    /// Runs `operation` with the dependencies that were carried over.
    public func yield<R>(_ operation: () throws -> R) rethrows -> R {
      try values.provide(to: operation)
    }

    /// Runs `operation`, which may wait, with the dependencies that were carried over.
    public func yield<R>(
      isolation: isolated (any Actor)? = #isolation,
      _ operation: () async throws -> R
    ) async rethrows -> R {
      try await DependencyValues.$_current.withValue(
        values.provided, operation: operation, isolation: isolation)
    }
  }
}
