import ComposableCore
import XCTest

/// The same store in XCTest, whose way of reporting is another one.
@MainActor
final class TestStoreXCTests: XCTestCase {
  /// Failures that a test expects, which are kept from XCTest: on Linux it has no known issues.
  private nonisolated let expectedFailures = LockIsolated<[String]?>(nil)

  override nonisolated func recordFailure(
    withDescription description: String, inFile filePath: String, atLine lineNumber: Int,
    expected: Bool
  ) {
    let isExpected = expectedFailures.withValue { failures in
      failures?.append("\(filePath):\(lineNumber): \(description)")
      return failures != nil
    }
    guard !isExpected else { return }
    super.recordFailure(
      withDescription: description, inFile: filePath, atLine: lineNumber, expected: expected)
  }

  private func failures(of body: @MainActor () async -> Void) async -> [String] {
    expectedFailures.setValue([])
    defer { expectedFailures.setValue(nil) }
    await body()
    return expectedFailures.value ?? []
  }

  func testSendAndReceive() async {
    let store = TestStore(initialState: Loader.State()) { Loader() }
    await store.send(.chain(1)) { $0.count = 1 }
    await store.receive(\.chain) { $0.count = 0 }
    await store.finish()
  }

  func testFailuresFailTheTestAtTheirLine() async {
    let line = #line + 3
    let failures = await failures {
      let store = TestStore(initialState: Loader.State()) { Loader() }
      await store.send(.increment) { $0.count = 2 }
      await store.send(.listen)
    }
    XCTAssertEqual(failures.count, 2)
    XCTAssertTrue(failures.first?.contains("TestStoreXCTests.swift:\(line):") == true)
    XCTAssertTrue(failures.first?.contains("-   count: 2,") == true)
    XCTAssertTrue(failures.last?.contains("TestStoreXCTests.swift:\(line + 1):") == true)
    XCTAssertTrue(failures.last?.contains("'listen' started still runs") == true)
  }

  func testSkippedAssertionsAreNoFailures() async {
    let notes = LockIsolated("")
    await SkippedAssertions.$write.withValue({ note in notes.withValue { $0 += note } }) {
      let store = TestStore(initialState: Loader.State()) { Loader() }
      store.exhaustivity = .off(showSkippedAssertions: true)
      await store.send(.increment)
      await store.send(.listen)
    }
    XCTAssertTrue(notes.value.contains("The state changed after 'increment' was sent"))
    XCTAssertTrue(notes.value.contains("still runs at the end of the test"))
  }
}
