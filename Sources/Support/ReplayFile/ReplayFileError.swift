/// The reason why a session's file cannot be replayed.
package enum ReplayFileError: Error, Equatable, CustomStringConvertible {
  /// There is no such file, or it cannot be read.
  case unreadable(path: String, reason: String)
  /// The file contains no session.
  case foreign(path: String)
  /// A later version wrote it.
  case tooNew(path: String, version: Int)
  /// A line is invalid, or lines are missing.
  case malformed(path: String, line: Int, reason: String)
  /// The program no longer has actions that are in the file.
  case changedActions(path: String, type: String, cases: [ChangedCase])
  /// The state before the first action cannot be decoded.
  case changedState(path: String, type: String, reason: String)
  /// The state before the first action is missing.
  case noState(path: String, reason: String)

  /// A case of the action that cannot be replayed.
  package struct ChangedCase: Equatable, Sendable {
    package var name: String
    package var count: Int
    /// The number of the first such action.
    package var first: Int
    package var reason: String
  }

  package var description: String {
    switch self {
    case .unreadable(let path, let reason):
      "The session “\(path)” cannot be read: \(reason)."
    case .foreign(let path):
      "“\(path)” is no session: make one with `signpost extract DIR -o \(path)`."
    case .tooNew(let path, let version):
      """
      The session “\(path)” has version \(version) of the format, and this library reads up to \
      \(ReplayHeader.currentVersion): update the package.
      """
    case .malformed(let path, let line, let reason):
      "The session “\(path)” is damaged at line \(line): \(reason). Extract it again."
    case .changedActions(let path, let type, let cases):
      """
      The session “\(path)” has actions that '\(type)' does not have any more; nothing was replayed.

      \(cases.map(\.line).joined(separator: "\n"))

      Record the session again, or have the type decode what it encoded then.
      """
    case .changedState(let path, let type, let reason):
      """
      The state that the session “\(path)” begins with is no '\(type)' any more; nothing was \
      replayed: \(reason)

      Pass the state to begin with, 'run(initialState:)', or record the session again.
      """
    case .noState(let path, let reason):
      """
      The session “\(path)” does not say which state it begins with: \(reason).

      Pass it, 'run(initialState:)', or make the state 'Codable' and record the session again.
      """
    }
  }
}

extension ReplayFileError.ChangedCase {
  fileprivate var line: String {
    "  • \(name), \(count == 1 ? "once" : "\(count) times"), first as action \(first): \(reason)"
  }
}
