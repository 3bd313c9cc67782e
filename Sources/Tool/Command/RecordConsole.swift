import Glibc
import SystemSupport
import TraceRecording

/// The messages of `signpost record` on standard error: standard output belongs to the program.
struct RecordConsole: Sendable {
  enum Level: Sendable {
    case quiet, normal, verbose
  }

  var level: Level
  /// Whether the program is started, with an environment that lets it wait for room.
  var startsProgram: Bool
  private let start = ContinuousClock.now

  init(level: Level, startsProgram: Bool) {
    self.level = level
    self.startsProgram = startsProgram
  }

  /// Prints a message of a recording.
  func emit(_ message: RecordingMessage) {
    switch message {
    case .problem(let text): problem(text)
    case .note(let text): note(text)
    case .smallBuffers(let text):
      let remedy = startsProgram ? "; --blocking makes the program wait instead" : ""
      note("\(text) Bursts may lose events\(remedy).")
    case .leftBehind(let text):
      note("\(text) Next time, --no-wait ends the recording with the program.")
    case .detail(let text): detail(text)
    }
  }

  /// A failure or a loss.
  func problem(_ message: String) {
    say(message)
  }

  /// A note for the user.
  func note(_ message: String) {
    if level != .quiet { say(message) }
  }

  /// Progress, with the time since the start.
  func detail(_ message: String) {
    guard level == .verbose else { return }
    let (seconds, attoseconds) = (ContinuousClock.now - start).components
    let milliseconds = seconds * 1000 + attoseconds / 1_000_000_000_000_000
    say("[\(milliseconds) ms] \(message)")
  }

  private func say(_ message: String) {
    // A pipe without a reader must not change the exit code.
    let disposition = signal(SIGPIPE, SIG_IGN)
    Files.write("signpost: \(message)\n", to: STDERR_FILENO)
    signal(SIGPIPE, disposition)
  }
}
