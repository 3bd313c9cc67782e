import Glibc
import SystemSupport
import TraceAnalysis
import TraceRecording

/// A progress line on the terminal for reading a trace, if that takes more than a second.
final class ProgressLine {
  private let isShown: Bool
  private let clock = ContinuousClock()
  private let file: Int32
  private var next: ContinuousClock.Instant
  private var isWritten = false

  private static let width = 30

  /// - Parameters:
  ///   - output: The output of the command. If it is a terminal, too, no line is shown.
  ///   - file: The destination; nothing is written unless it is a terminal.
  ///   - patience: The time before it is shown.
  init(
    besides output: Int32? = nil, on file: Int32 = STDERR_FILENO,
    after patience: Duration = .seconds(1)
  ) {
    isShown = isatty(file) == 1 && output.map { isatty($0) == 1 } != true
    self.file = file
    next = clock.now + patience
  }

  deinit { clear() }

  /// The handler for a reader; `nil` if no line is shown.
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
    _ = Files.write(line, to: file)
  }

  /// Removes the line.
  func clear() {
    if isWritten { _ = Files.write("\r\u{1b}[K", to: file) }
    isWritten = false
  }
}
