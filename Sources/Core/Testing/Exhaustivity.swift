/// How much a ``TestStore`` wants to be told: all that happens, or only what a test is about.
public enum Exhaustivity: Equatable, Sendable {
  /// A test states every change of the state, receives every action, and sees the end of every
  /// effect.
  case on

  /// A test states what it wants to; the rest may happen.
  ///
  /// - Parameter showSkippedAssertions: Whether to print what the test did not state, with its
  ///   place, on standard error.
  case off(showSkippedAssertions: Bool)

  /// A test states what it wants to, and nothing is printed of the rest.
  public static let off = Self.off(showSkippedAssertions: false)
}
