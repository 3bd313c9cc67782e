import IssueReporting

extension TestContext {
  /// The running test of Swift Testing, if any. XCTest runs one test at a time.
  package static var currentTestID: Testing.Test.ID? {
    guard isTesting, case .swiftTesting(let testing)? = current else { return nil }
    return testing?.test.id
  }
}
