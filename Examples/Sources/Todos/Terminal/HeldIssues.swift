import ComposableArchitecture
import TerminalKit

/// Keeps reported issues until there is a place to show them.
final class HeldIssues: IssueReporter {
  private let messages = LockIsolated<[String]>([])

  func reportIssue(
    _ message: @autoclosure () -> String?, severity: IssueSeverity, fileID: StaticString,
    filePath: StaticString, line: UInt, column: UInt
  ) {
    let message = message() ?? "an issue at \(fileID):\(line)"
    messages.withValue { $0.append(message) }
  }

  /// Writes the kept issues to standard error.
  func release() {
    let messages = messages.withValue { messages in
      defer { messages = [] }
      return messages
    }
    for message in messages { Output.complain(message) }
  }
}
