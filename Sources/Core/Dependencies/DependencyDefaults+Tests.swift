import CCore

extension DependencyDefaults {
  /// Has those of the process begin anew with each test of XCTest, if the module that knows XCTest
  /// is part of the process.
  ///
  /// Swift Testing says which test is running, XCTest does not.
  static let observeTests: Void = composable_observe_tests_if_possible()
}

extension DependencyValues {
  /// Forgets all defaults that were made or prepared so far: a test begins.
  package static func restartDefaults() {
    DependencyDefaults.current.restart()
  }

  /// Runs a test with defaults that are made for it.
  package static func withDefaultsOfItsOwn(_ operation: () async throws -> Void) async rethrows {
    try await DependencyDefaults.$current.withValue(DependencyDefaults(), operation: operation)
  }
}
