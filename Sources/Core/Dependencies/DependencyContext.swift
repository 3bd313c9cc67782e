import Foundation
import IssueReporting

/// What a program runs for, which decides which defaults its dependencies have.
///
/// Found out once: tests run in `test`, everything else in `live`. The environment variable
/// `SWIFT_DEPENDENCIES_CONTEXT` with one of the values `live`, `preview` and `test` says otherwise.
public enum DependencyContext: String, Hashable, Sendable {
  /// A program in use: ``DependencyKey/liveValue``.
  case live
  /// A preview or a demonstration, which reaches nothing outside:
  /// ``TestDependencyKey/previewValue``.
  case preview
  /// A test: ``TestDependencyKey/testValue``.
  case test

  static let detected: DependencyContext = {
    let environment = ProcessInfo.processInfo.environment
    if let name = environment["SWIFT_DEPENDENCIES_CONTEXT"] {
      if let context = DependencyContext(rawValue: name) { return context }
      reportIssue(
        """
        The environment variable 'SWIFT_DEPENDENCIES_CONTEXT' is '\(name)', which is no context.

        Set it to 'live', 'preview' or 'test', or leave it out to have the context detected.
        """)
    }
    return isTesting ? .test : .live
  }()
}

extension DependencyValues {
  /// What the program runs for, which decides which defaults are used.
  ///
  /// Override it to use the live values in a test, for example: `$0.context = .live`.
  public var context: DependencyContext {
    get {
      value(for: DependencyContextKey.self) ?? defaults.preparedContext
        ?? .detected
    }
    set { self[DependencyContextKey.self] = newValue }
  }
}

enum DependencyContextKey: TestDependencyKey {
  static var testValue: DependencyContext { .detected }
}
