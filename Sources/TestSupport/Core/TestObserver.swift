import ComposableCore
import XCTest

/// Resets dependencies with each test of XCTest. Swift Testing needs no observer.
///
/// The library calls it if it is part of the program, as it cannot depend on XCTest itself. No
/// other code has to call it.
@_cdecl("composable_observe_tests")
public func observeTests() {
  XCTestObservationCenter.shared.addTestObserver(TestObserver())
}

private final class TestObserver: NSObject, XCTestObservation {
  func testCaseWillStart(_ testCase: XCTestCase) {
    DependencyValues.restartDefaults()
  }
}
