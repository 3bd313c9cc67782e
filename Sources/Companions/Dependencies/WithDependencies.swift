/// Runs `operation` with some dependencies overridden.
///
/// ```swift
/// let store = withDependencies {
///   $0.date.now = Date(timeIntervalSince1970: 0)
///   $0.uuid = .incrementing
/// } operation: {
///   Store(initialState: Counter.State()) { Counter() }
/// }
/// store.send(.incrementButtonTapped)
/// ```
///
/// Objects that `operation` creates keep the overrides: its `@Dependency` properties, its stores
/// and its tasks continue to use them.
///
/// The usual mistake is a closure that runs later in another way, such as the handler of a queue or
/// of a C library: the overrides have ended by then. Pass them on with
/// ``withEscapedDependencies(_:)``:
///
/// ```swift
/// withEscapedDependencies { dependencies in
///   DispatchQueue.global().async {
///     dependencies.yield {
///       @Dependency(\.uuid) var uuid
///       print(uuid())
///     }
///   }
/// }
/// ```
///
/// - Parameters:
///   - update: Changes the dependencies.
///   - operation: The operation that reads the overrides.
/// - Returns: The result of `operation`.
@discardableResult
public func withDependencies<R>(
  _ update: (_ dependencies: inout DependencyValues) throws -> Void,
  operation: () throws -> R
) rethrows -> R {
  var values = DependencyValues.current
  try values.update(update)
  let result = try values.provide(to: operation)
  DependencyModels.shared.insert(result, values)
  return result
}

/// Runs an asynchronous `operation` with some dependencies overridden.
///
/// - Parameters:
///   - isolation: The isolation that both run in: the caller's.
///   - update: Changes the dependencies.
///   - operation: The operation that reads the overrides.
/// - Returns: The result of `operation`.
@discardableResult
public func withDependencies<R>(
  isolation: isolated (any Actor)? = #isolation,
  _ update: (_ dependencies: inout DependencyValues) async throws -> Void,
  operation: () async throws -> R
) async rethrows -> R {
  var values = DependencyValues.current
  try await values.update(isolation: isolation, update)
  let result = try await DependencyValues.$_current.withValue(
    values.provided, operation: operation, isolation: isolation)
  DependencyModels.shared.insert(result, values)
  return result
}
