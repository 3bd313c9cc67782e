import ComposableCore
import XCTest

/// XCTest runs these one after the other in one process; each must begin anew.
final class XCTestDependencyTests: XCTestCase {
  @Dependency(Tally.self) var tally

  func testTheFirstTestCountsFromOne() async {
    XCTAssertEqual(tally.next(), 1)
    XCTAssertEqual(tally.next(), 2)
    prepareDependencies { $0[Counter.self] = Counter(value: 1) }
  }

  func testTheSecondTestCountsFromOne() async {
    XCTAssertEqual(tally.next(), 1)
    @Dependency(Counter.self) var counter
    XCTAssertEqual(counter.value, 0)
  }

  func testTheContextIsThatOfATest() async {
    XCTAssertEqual(DependencyValues._current.context, .test)
  }

  func testOverridesWork() async {
    withDependencies {
      $0.uuid = .incrementing
    } operation: {
      @Dependency(\.uuid) var uuid
      XCTAssertNotEqual(uuid(), uuid())
    }
  }
}
