import IssueReporting

/// Sets dependencies for the whole program, once and before anything reads them.
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
/// The values hold in each ``DependencyContext``. In a test, they hold until the test ends. A
/// dependency that something has read or prepared already keeps its value, which is reported as an
/// issue: two parts of a program would use different ones.
///
/// - Parameters:
///   - updateValues: Changes the dependencies.
///   - fileID: Where this is called, for messages.
///   - filePath: Where this is called, for messages.
///   - line: Where this is called, for messages.
///   - column: Where this is called, for messages.
/// - Returns: What `updateValues` returns.
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
