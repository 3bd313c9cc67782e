import IssueReporting
import ReferenceEngine

/// Records the issues that features of a program report.
struct IssueRecorder: IssueReporter {
  let world: World

  func reportIssue(
    _ message: @autoclosure () -> String?, severity: IssueSeverity, fileID: StaticString,
    filePath: StaticString, line: UInt, column: UInt
  ) {
    world.report(ReferenceIssue(message: message() ?? ""))
  }

  func reportIssue(
    _ error: any Error, _ message: @autoclosure () -> String?, fileID: StaticString,
    filePath: StaticString, line: UInt, column: UInt
  ) {
    world.report(ReferenceIssue(message: message() ?? ""))
  }
}

extension ReferenceIssue {
  /// The kind of an issue that the engine reports.
  fileprivate init(message: String) {
    let text = message.prefix { $0 != "\n" }
    self =
      if message.contains("threw an error") || message.contains("unhandled error") {
        .unhandledError
      } else if message.contains("store that is processing another one") {
        .sentWhileProcessing
      } else if message.contains("changed its own id") {
        .changedID
      } else if message.contains("called 'dismiss' at") {
        .dismissedWithoutPresentation
      } else if text.contains("'ifCaseLet'") || text.contains("\"ifCaseLet\"") {
        .missingCase
      } else if message.contains("nothing was presented") {
        .missingPresented
      } else if text.contains("ifLet") {
        .missingOptional
      } else if message.contains("the stack has no element") || text.contains("popFrom") {
        .missingScreen
      } else if text.contains("forEach") {
        .missingRow
      } else {
        .unknown
      }
  }
}
