import Foundation
import IssueReporting

/// The kind of run of a program, which selects the defaults of its dependencies.
///
/// Determined once per process: tests run in `test`, everything else in `live`. The environment
/// variable `SWIFT_DEPENDENCIES_CONTEXT` overrides it with `live`, `preview` or `test`.
public enum DependencyContext: String, Hashable, Sendable {
  /// A program in production: ``DependencyKey/liveValue``.
  case live
  /// A preview or a demonstration without access to the outside:
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
  /// The kind of run, which selects the defaults.
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
