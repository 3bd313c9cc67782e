import ComposableArchitecture
import TerminalKit

/// Keeps what is reported until there is a place to show it.
final class HeldIssues: IssueReporter {
  private let messages = LockIsolated<[String]>([])

  func reportIssue(
    _ message: @autoclosure () -> String?, severity: IssueSeverity, fileID: StaticString,
    filePath: StaticString, line: UInt, column: UInt
  ) {
    let message = message() ?? "an issue at \(fileID):\(line)"
    messages.withValue { $0.append(message) }
  }

  /// Writes what there is to standard error.
  func release() {
    let messages = messages.withValue { messages in
      defer { messages = [] }
      return messages
    }
    for message in messages { Output.complain(message) }
  }
}
