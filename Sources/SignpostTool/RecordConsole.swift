import Glibc

/// What `signpost record` says, on standard error: standard output belongs to the program.
struct RecordConsole: Sendable {
  enum Level: Sendable {
    case quiet, normal, verbose
  }

  var level: Level
  private let start = ContinuousClock.now

  init(level: Level) {
    self.level = level
  }

  /// Something failed, or is lost.
  func problem(_ message: String) {
    say(message)
  }

  /// Something the user asked for, or ought to know.
  func note(_ message: String) {
    if level != .quiet { say(message) }
  }

  /// A step on the way, with the time since the start.
  func detail(_ message: @autoclosure () -> String) {
    guard level == .verbose else { return }
    let (seconds, attoseconds) = (ContinuousClock.now - start).components
    let milliseconds = seconds * 1000 + attoseconds / 1_000_000_000_000_000
    say("[\(milliseconds) ms] \(message())")
  }

  private func say(_ message: String) {
    write("signpost: \(message)\n", to: STDERR_FILENO)
  }
}
