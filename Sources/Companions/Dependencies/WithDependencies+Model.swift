import CompanionSupport

/// Runs `operation` with the dependencies of a model, some of them overridden.
///
/// ```swift
/// func detailButtonTapped() {
///   detail = withDependencies(from: self) {
///     DetailModel()
///   }
/// }
/// ```
///
/// A model has the dependencies that were current where it was created. It must have a
/// `@Dependency` property, or have been returned by `withDependencies`; otherwise an issue is
/// reported.
///
/// - Parameters:
///   - model: The model whose dependencies to use.
///   - update: Overrides some of them.
///   - operation: The operation to run.
///   - fileID: The call site, for messages.
///   - filePath: The call site, for messages.
///   - line: The call site, for messages.
///   - column: The call site, for messages.
/// - Returns: The result of `operation`.
@discardableResult
public func withDependencies<Model: AnyObject, R>(
  from model: Model,
  _ update: (_ dependencies: inout DependencyValues) throws -> Void,
  operation: () throws -> R,
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column
) rethrows -> R {
  let values = DependencyModels.shared.values(
    of: model, SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column))
  return try withDependencies {
    $0 = values
    try update(&$0)
  } operation: {
    try operation()
  }
}

/// Runs `operation` with the dependencies of a model.
///
/// - Parameters:
///   - model: The model whose dependencies to use.
///   - operation: The operation to run.
///   - fileID: The call site, for messages.
///   - filePath: The call site, for messages.
///   - line: The call site, for messages.
///   - column: The call site, for messages.
/// - Returns: The result of `operation`.
@discardableResult
public func withDependencies<Model: AnyObject, R>(
  from model: Model,
  operation: () throws -> R,
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column
) rethrows -> R {
  try withDependencies(
    from: model, { _ in }, operation: operation, fileID: fileID, filePath: filePath, line: line,
    column: column)
}

/// Runs an asynchronous `operation` with the dependencies of a model, some of them overridden.
///
/// - Parameters:
///   - model: The model whose dependencies to use.
///   - isolation: The isolation that all run in: the caller's.
///   - update: Overrides some of them.
///   - operation: The operation to run.
///   - fileID: The call site, for messages.
///   - filePath: The call site, for messages.
///   - line: The call site, for messages.
///   - column: The call site, for messages.
/// - Returns: The result of `operation`.
@discardableResult
public func withDependencies<Model: AnyObject, R>(
  from model: Model,
  isolation: isolated (any Actor)? = #isolation,
  _ update: (_ dependencies: inout DependencyValues) async throws -> Void,
  operation: () async throws -> R,
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column
) async rethrows -> R {
  let values = DependencyModels.shared.values(
    of: model, SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column))
  return try await withDependencies(isolation: isolation) {
    $0 = values
    try await update(&$0)
  } operation: {
    try await operation()
  }
}

/// Runs an asynchronous `operation` with the dependencies of a model.
///
/// - Parameters:
///   - model: The model whose dependencies to use.
///   - isolation: The isolation that it runs in: the caller's.
///   - operation: The operation to run.
///   - fileID: The call site, for messages.
///   - filePath: The call site, for messages.
///   - line: The call site, for messages.
///   - column: The call site, for messages.
/// - Returns: The result of `operation`.
@discardableResult
public func withDependencies<Model: AnyObject, R>(
  from model: Model,
  isolation: isolated (any Actor)? = #isolation,
  operation: () async throws -> R,
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column
) async rethrows -> R {
  try await withDependencies(
    from: model, isolation: isolation, { _ in }, operation: operation, fileID: fileID,
    filePath: filePath, line: line, column: column)
}
