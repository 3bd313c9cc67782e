/// Runs `operation` with the dependencies that a model has, and some of them overridden.
///
/// ```swift
/// func detailButtonTapped() {
///   detail = withDependencies(from: self) {
///     DetailModel()
///   }
/// }
/// ```
///
/// A model has the dependencies of the place where it was created. It must have a `@Dependency`
/// property, or have been created by `withDependencies`; otherwise it is reported as an issue.
///
/// - Parameters:
///   - model: Whose dependencies to use.
///   - update: Changes them further.
///   - operation: What is to see them.
///   - fileID: Where this is called, for messages.
///   - filePath: Where this is called, for messages.
///   - line: Where this is called, for messages.
///   - column: Where this is called, for messages.
/// - Returns: What `operation` returns.
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

/// Runs `operation` with the dependencies that a model has.
///
/// - Parameters:
///   - model: Whose dependencies to use.
///   - operation: What is to see them.
///   - fileID: Where this is called, for messages.
///   - filePath: Where this is called, for messages.
///   - line: Where this is called, for messages.
///   - column: Where this is called, for messages.
/// - Returns: What `operation` returns.
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

/// Runs `operation`, which may wait, with the dependencies that a model has, and some of them
/// overridden.
///
/// - Parameters:
///   - model: Whose dependencies to use.
///   - isolation: Where all run: where the caller does.
///   - update: Changes them further.
///   - operation: What is to see them.
///   - fileID: Where this is called, for messages.
///   - filePath: Where this is called, for messages.
///   - line: Where this is called, for messages.
///   - column: Where this is called, for messages.
/// - Returns: What `operation` returns.
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

/// Runs `operation`, which may wait, with the dependencies that a model has.
///
/// - Parameters:
///   - model: Whose dependencies to use.
///   - isolation: Where it runs: where the caller does.
///   - operation: What is to see them.
///   - fileID: Where this is called, for messages.
///   - filePath: Where this is called, for messages.
///   - line: Where this is called, for messages.
///   - column: Where this is called, for messages.
/// - Returns: What `operation` returns.
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
