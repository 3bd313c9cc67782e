import IssueReporting

/// Sets dependencies for the whole program, once, before they are first read.
///
/// ```swift
/// @main struct Program {
///   static func main() async throws {
///     let database = try Database(path: "library.sqlite")
///     prepareDependencies {
///       $0.database = database
///     }
///     …
///   }
/// }
/// ```
///
/// The values apply in every ``DependencyContext``; in a test, until the test ends. A dependency
/// that was read or prepared before keeps its value, and an issue is reported: otherwise two parts
/// of a program would use different ones.
///
/// - Parameters:
///   - updateValues: Changes the dependencies.
///   - fileID: The call site, for messages.
///   - filePath: The call site, for messages.
///   - line: The call site, for messages.
///   - column: The call site, for messages.
/// - Returns: The result of `updateValues`.
@discardableResult
public func prepareDependencies<R>(
  _ updateValues: (_ dependencies: inout DependencyValues) throws -> R,
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column
) rethrows -> R {
  var values = DependencyValues(overrides: nil)
  let result = try values.update(updateValues)
  if !DependencyValues.current.defaults.prepare(values) {
    reportIssue(
      """
      'prepareDependencies' sets a dependency that has been read or prepared before. It keeps its value.

      Call it before anything else: at the start of 'main', or in the initializer of the program's \
      main type. To change a dependency for a part of the program, use 'withDependencies'.
      """,
      fileID: fileID, filePath: filePath, line: line, column: column)
  }
  return result
}
