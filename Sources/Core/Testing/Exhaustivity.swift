/// The extent of a test's assertions on a ``TestStore``: all events, or those that the test is
/// about.
public enum Exhaustivity: Equatable, Sendable {
  /// A test asserts every change of the state, receives every action, and waits for the end of
  /// every effect.
  case on

  /// A test asserts its subject; other changes and actions are not failures.
  ///
  /// - Parameter showSkippedAssertions: Whether to print skipped assertions with their source
  ///   locations on standard error.
  case off(showSkippedAssertions: Bool)

  /// A test asserts its subject, and nothing is printed about the rest.
  public static let off = Self.off(showSkippedAssertions: false)
}
