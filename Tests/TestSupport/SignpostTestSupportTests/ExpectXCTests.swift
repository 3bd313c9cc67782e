import ComposableCore
import SignpostTestSupport
import XCTest

/// The same expectations in XCTest, whose way of reporting is another one.
@MainActor
final class ExpectXCTests: XCTestCase {
  /// Failures, which are kept from XCTest: on Linux it has no known issues.
  private nonisolated let failures = LockIsolated<[String]?>(nil)

  override nonisolated func recordFailure(
    withDescription description: String, inFile filePath: String, atLine lineNumber: Int,
    expected: Bool
  ) {
    let isExpected = failures.withValue { failures in
      failures?.append("\(filePath):\(lineNumber): \(description)")
      return failures != nil
    }
    guard !isExpected else { return }
    super.recordFailure(
      withDescription: description, inFile: filePath, atLine: lineNumber, expected: expected)
  }

  func testFailuresFailTheTestAtTheirLine() async {
    let recorder = await SignpostRecorder.hearing { $0.send(.incrementButtonTapped) }
    failures.setValue([])
    let line = #line + 1
    await recorder.expect("incrementButtonTapped", changing: .no)
    let found = failures.value ?? []
    failures.setValue(nil)
    XCTAssertEqual(found.count, 1)
    XCTAssertTrue(found.first?.contains("ExpectXCTests.swift:\(line):") == true)
    XCTAssertTrue(found.first?.contains("it changed the state") == true)
    recorder.expectNothingElse()
  }
}
