import IssueReporting

/// The use of a built-in dependency in a test that does not override it.
package struct UnimplementedUse: Sendable {
  /// The name of its property in `DependencyValues`.
  package let name: String
  /// The declaration of the property that reads it.
  private let place: SourcePlace?
  /// Whether the use is a mistake at this moment.
  private let isReported: @Sendable () -> Bool

  package init(
    name: String, place: SourcePlace?, isReported: @escaping @Sendable () -> Bool
  ) {
    self.name = name
    self.place = place
    self.isReported = isReported
  }

  /// Reports the use.
  ///
  /// - Parameters:
  ///   - what: The part of the dependency that was used, if only a part.
  ///   - example: A value to use instead.
  package func report(_ what: String? = nil, example: String) {
    guard isReported() else { return }
    let message = """
      A test used '\(what ?? "@Dependency(\\.\(name))")', which has no test value and no override.

      The live value differs from run to run, and the result of the test would depend on it. \
      Override it where the test creates the feature:

        withDependencies {
          $0.\(name) = \(example)
        } operation: {
          …
        }

      'Store' and 'TestStore' take the same closure as their last argument.
      """
    if let place { place.report(message) } else { reportIssue(message) }
  }
}
