import CompanionSupport

/// Changes the payload of a case in place, or reports an issue if the value is of another case.
///
/// An issue is also reported if `body` throws an error, or leaves the payload as it is; the second
/// not within the assertions of a ``TestStore`` whose exhaustivity is off, where the value has
/// changed already.
///
/// - Parameters:
///   - root: The enum's value.
///   - casePath: The case.
///   - message: Added to the issue if the value is of another case.
///   - body: Changes the payload.
@available(
  *, deprecated, message: "Use 'modify' of a 'CasePathable': 'value.modify(\\.child) { … }'."
)
public func XCTModify<Root, Value>(
  _ root: inout Root,
  case casePath: AnyCasePath<Root, Value>,
  _ message: @autoclosure () -> String = "",
  _ body: (inout Value) throws -> Void,
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column
) {
  let place = SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column)
  guard var value = casePath.extract(from: root) else {
    place.report(
      """
      'XCTModify' can't change a case that the value is not of.

      \(mismatch(root, Value.self, message()))

      The value was left as it is. Make it a value of this \
      case before, or ask with 'is' first where it may be of another.
      """)
    return
  }
  let before = value
  do {
    try body(&value)
  } catch {
    place.report(
      """
      The closure of 'XCTModify' threw an error.

        Error: \(error)

      The value was left as it is.
      """)
    return
  }
  if ModifiedCase.isReported, isEqual(before, value) {
    place.report(
      """
      'XCTModify' was expected to change a '\(Value.self)', but it did not.

      The closure leaves the value as it was. If no change is expected, leave the call out.
      """)
  }
  root = casePath.embed(value)
}

/// Changes the payload of a case in place, or reports an issue if the value is of another case.
///
/// - Parameters:
///   - root: The enum's value.
///   - keyPath: The case.
///   - message: Added to the issue if the value is of another case.
///   - body: Changes the payload.
@available(
  *, deprecated, message: "Use 'modify' of a 'CasePathable': 'value.modify(\\.child) { … }'."
)
public func XCTModify<Root: CasePathable, Value>(
  _ root: inout Root,
  case keyPath: CaseKeyPath<Root, Value>,
  _ message: @autoclosure () -> String = "",
  _ body: (inout Value) throws -> Void,
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column
) {
  XCTModify(
    &root, case: AnyCasePath(keyPath), message(), body,
    fileID: fileID, filePath: filePath, line: line, column: column)
}

/// Changes the wrapped value of an optional in place, or reports an issue if it is `nil`.
///
/// - Parameters:
///   - optional: The optional.
///   - message: Added to the issue if the optional is `nil`.
///   - body: Changes the wrapped value.
@available(*, deprecated, message: "Use optional chaining: 'value?.title = \"New\"'.")
public func XCTModify<Wrapped>(
  _ optional: inout Wrapped?,
  _ message: @autoclosure () -> String = "",
  _ body: (inout Wrapped) throws -> Void,
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column
) {
  XCTModify(
    &optional, case: Wrapped?.allCasePaths.some, message(), body,
    fileID: fileID, filePath: filePath, line: line, column: column)
}

/// Returns the payload of a case, or reports an issue and throws an error if the value is of
/// another case.
///
/// - Parameters:
///   - root: The enum's value.
///   - casePath: The case.
///   - message: Added to the issue if the value is of another case.
@available(
  *, deprecated, message: "Use 'subscript(case:)' of a 'CasePathable': 'value[case: \\.child]'."
)
public func XCTUnwrap<Root, Value>(
  _ root: Root,
  case casePath: AnyCasePath<Root, Value>,
  _ message: @autoclosure () -> String = "",
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column
) throws -> Value {
  if let value = casePath.extract(from: root) { return value }
  SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column).report(
    """
    'XCTUnwrap' can't return the payload of a case that the value is not of.

    \(mismatch(root, Value.self, message()))
    """)
  throw WrongCase()
}

/// The value that `XCTUnwrap` was given is of another case, which was reported.
private struct WrongCase: Error {}

/// Whether `XCTModify` reports that it changes nothing.
enum ModifiedCase {
  @TaskLocal static var isReported = true
}

private func mismatch<Root>(_ root: Root, _ expected: Any.Type, _ message: String) -> String {
  let types = """
      Expected: the case of '\(Root.self)' that holds '\(expected)'
        Actual: \(ActionName.caseName(of: root))
    """
  return message.isEmpty ? types : "\(types)\n\n\(message)"
}

private func isEqual<Value>(_ lhs: Value, _ rhs: Value) -> Bool {
  func isSame<Compared: Equatable>(_ lhs: Compared) -> Bool { lhs == rhs as? Compared }
  return (lhs as? any Equatable).map { isSame($0) } ?? false
}
