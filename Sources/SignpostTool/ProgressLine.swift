import Glibc
import TraceAnalysis
import TraceRecording

/// A line on the terminal that says how far a trace has been read, if that takes more than a second.
final class ProgressLine {
  private let isShown: Bool
  private let clock = ContinuousClock()
  private let start: ContinuousClock.Instant
  private var next: ContinuousClock.Instant
  private var isWritten = false

  private static let width = 30

  /// - Parameter file: Where it goes; nothing is written unless that is a terminal.
  init(on file: Int32 = STDERR_FILENO) {
    isShown = isatty(file) == 1
    start = clock.now
    next = start + .seconds(1)
  }

  deinit { clear() }

  /// What a reader is to call; `nil` where nothing is shown.
  var handler: ((ReadingProgress) -> Void)? {
    isShown ? { [weak self] in self?.show($0) } : nil
  }

  private func show(_ progress: ReadingProgress) {
    let now = clock.now
    guard now >= next else { return }
    next = now + .milliseconds(100)
    isWritten = true
    var line = "\r\u{1b}[Kreading: "
    if let part = progress.part {
      let filled = Int(part * Double(Self.width))
      line += "[" + String(repeating: "#", count: filled)
      line += String(repeating: " ", count: Self.width - filled) + "] \(Int(part * 100)) %, "
    }
    line += "\(progress.events) events"
    _ = TraceRecording.write(line, to: STDERR_FILENO)
  }

  /// Takes the line away.
  func clear() {
    if isWritten { _ = TraceRecording.write("\r\u{1b}[K", to: STDERR_FILENO) }
    isWritten = false
  }
}
