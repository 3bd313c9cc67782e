import ComposableCore
import ReplayFile

/// A difference between an action in a replay and its recording.
struct ReplayDifference: CustomStringConvertible {
  let description: String

  /// The number of preceding actions that are shown.
  private static let contextLength = 5

  init(
    _ recording: ReplayRecording, at action: ReplayAction, facts: [String], details: String?
  ) {
    let before = recording.actions[..<(action.action - 1)].suffix(Self.contextLength)
    let context =
      before.isEmpty
      ? "It is the first action: the state that the replay begins with may be another one."
      : "Before it:\n\(before.map { "  \($0.summary)" }.joined(separator: "\n"))"
    let parts: [String?] = [
      "Action \(action.action) of \(recording.actions.count) in '\(recording.fileName)', '\(action.name)', does not "
        + "do what it did when it was recorded.",
      facts.map { "  • \($0)" }.joined(separator: "\n"),
      details,
      "\(context)\n→ \(action.summary)",
      """
      If this is what it should do now, record the session again. If not, this is the first action that \
      went wrong; those before it did what they did.
      """,
    ]
    description = parts.compactMap { $0 }.joined(separator: "\n\n")
  }
}

extension ReplayRecording {
  /// The last part of the path.
  var fileName: String { path.split(separator: "/").last.map(String.init) ?? path }
}

extension ReplayAction {
  /// A one-line description.
  var summary: String {
    let origin =
      switch cause {
      case nil: "from outside"
      case .some(let cause):
        cause.action.map { "sent by the effect of action \($0)" } ?? "sent by an earlier effect"
      }
    var line = "\(action). \(name), \(origin), at \(Duration.nanoseconds(at).milliseconds)"
    if let changed { line += ", changed \(changed.joined(separator: ", "))" }
    return line
  }
}

extension Duration {
  var milliseconds: String {
    "\((self / .milliseconds(1)).rounded() / 1000) s"
  }
}
