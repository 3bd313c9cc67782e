/// Captures the current dependencies for code that runs later and elsewhere, such as a callback.
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
/// Tasks inherit them already, apart from detached ones.
///
/// - Parameter operation: Receives a continuation that restores the dependencies.
/// - Returns: The result of `operation`.
@discardableResult
public func withEscapedDependencies<R>(
  _ operation: (DependencyValues.Continuation) throws -> R
) rethrows -> R {
  try operation(DependencyValues.Continuation())
}

/// Captures the current dependencies for code that runs later and elsewhere.
///
/// - Parameters:
///   - isolation: The isolation that `operation` runs in: the caller's.
///   - operation: Receives a continuation that restores the dependencies.
/// - Returns: The result of `operation`.
@discardableResult
public func withEscapedDependencies<R>(
  isolation: isolated (any Actor)? = #isolation,
  _ operation: (DependencyValues.Continuation) async throws -> R
) async rethrows -> R {
  try await operation(DependencyValues.Continuation())
}

extension DependencyValues {
  /// Captured dependencies, to be restored in code that runs later.
  public struct Continuation: Sendable {
    private let values = DependencyValues.current

    init() {}

    /// Runs `operation` with the captured dependencies.
    public func yield<R>(_ operation: () throws -> R) rethrows -> R {
      try values.provide(to: operation)
    }

    /// Runs an asynchronous `operation` with the captured dependencies.
    public func yield<R>(
      isolation: isolated (any Actor)? = #isolation,
      _ operation: () async throws -> R
    ) async rethrows -> R {
      try await DependencyValues.$_current.withValue(
        values.provided, operation: operation, isolation: isolation)
    }
  }
}
