import CCore

extension DependencyDefaults {
  /// Resets the process-wide defaults at the start of each XCTest test, if the module that links
  /// XCTest is part of the process.
  ///
  /// Swift Testing provides the current test; XCTest only notifies an observer.
  static let observeTests: Void = composable_observe_tests_if_possible()
}

extension DependencyValues {
  /// Discards all defaults made or prepared so far, at the start of a test.
  package static func restartDefaults() {
    DependencyDefaults.current.restart()
  }

  /// Runs a test with defaults of its own.
  package static func withDefaultsOfItsOwn(_ operation: () async throws -> Void) async rethrows {
    try await DependencyDefaults.$current.withValue(DependencyDefaults(), operation: operation)
  }

  /// Runs `operation` with defaults that are made anew, for one of several runs of a test.
  package static func withDefaultsOfARun<Result>(
    _ operation: () throws -> Result
  ) rethrows -> Result {
    try DependencyDefaults.$current.withValue(
      DependencyDefaults(preparedLike: .current), operation: operation)
  }
}
