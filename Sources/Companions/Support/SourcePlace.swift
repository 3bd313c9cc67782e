import IssueReporting

/// The source location that an issue is about.
@usableFromInline
package struct SourcePlace: Sendable {
  @usableFromInline package let fileID: StaticString
  @usableFromInline package let filePath: StaticString
  @usableFromInline package let line: UInt
  @usableFromInline package let column: UInt

  @usableFromInline
  package init(fileID: StaticString, filePath: StaticString, line: UInt, column: UInt) {
    self.fileID = fileID
    self.filePath = filePath
    self.line = line
    self.column = column
  }

  /// The place as messages name it.
  package var fileAndLine: String { "\(fileID):\(line)" }

  package func report(_ message: @autoclosure () -> String) {
    reportIssue(message(), fileID: fileID, filePath: filePath, line: line, column: column)
  }
}

extension SourcePlace? {
  /// The place as messages name it, also if it is unknown.
  package var fileAndLine: String { self?.fileAndLine ?? "an unknown place" }
}
