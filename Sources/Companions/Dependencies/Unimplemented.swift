import IssueReporting

/// The error that an unimplemented endpoint of a dependency throws.
public struct Unimplemented: Error, CustomStringConvertible {
  private let endpoint: String

  /// The error of an endpoint.
  ///
  /// - Parameter endpoint: Its name, as in `APIClient.fetch`.
  public init(_ endpoint: String) {
    self.endpoint = endpoint
  }

  /// The endpoint, and that it has no implementation.
  public var description: String { "'\(endpoint)' has no implementation." }
}

/// Reports the use of an endpoint without an implementation, at the line of the endpoint. Called by
/// generated code.
public func _reportUnimplemented(
  _ endpoint: StaticString, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
  line: UInt = #line, column: UInt = #column
) {
  let property = "\(endpoint)".split(separator: ".").last.map(String.init) ?? "\(endpoint)"
  reportIssue(
    """
    '\(endpoint)' was used without an implementation.

    A test has to say what each function of a client does that the feature calls. Override it where \
    the test creates the feature:

      withDependencies: {
        $0.<client>.\(property) = { … }
      }

    In a running program, give it to the initializer of the client's live value.
    """, fileID: fileID, filePath: filePath, line: line, column: column)
}
