import ComposableCore
import XCTest

/// Has dependencies begin anew with each test of XCTest. Swift Testing needs no observer.
///
/// The library calls it where it is part of the program, as it can't depend on XCTest itself.
/// Nobody else has to.
@_cdecl("composable_observe_tests")
public func observeTests() {
  XCTestObservationCenter.shared.addTestObserver(TestObserver())
}

private final class TestObserver: NSObject, XCTestObservation {
  func testCaseWillStart(_ testCase: XCTestCase) {
    DependencyValues.restartDefaults()
  }
}
