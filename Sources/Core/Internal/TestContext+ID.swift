import IssueReporting

extension TestContext {
  /// The test of Swift Testing that runs, if one does. XCTest runs one after the other.
  static var currentTestID: Testing.Test.ID? {
    guard isTesting, case .swiftTesting(let testing)? = current else { return nil }
    return testing?.test.id
  }
}
