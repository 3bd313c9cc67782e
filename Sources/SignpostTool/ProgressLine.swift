import Glibc
import TraceAnalysis
import TraceRecording

/// A line on the terminal that says how far a trace has been read, if that takes more than a
/// second.
final class ProgressLine {
  private let isShown: Bool
  private let clock = ContinuousClock()
  private let file: Int32
  private var next: ContinuousClock.Instant
  private var isWritten = false

  private static let width = 30

  /// - Parameters:
  ///   - output: What is written meanwhile. If that is on a terminal, too, the line would be in the
  ///     midst of it.
  ///   - file: Where it goes; nothing is written unless that is a terminal.
  ///   - patience: How long it is not shown.
  init(
    besides output: Int32? = nil, on file: Int32 = STDERR_FILENO,
    after patience: Duration = .seconds(1)
  ) {
    isShown = isatty(file) == 1 && output.map { isatty($0) == 1 } != true
    self.file = file
    next = clock.now + patience
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
    _ = TraceRecording.write(line, to: file)
  }

  /// Takes the line away.
  func clear() {
    if isWritten { _ = TraceRecording.write("\r\u{1b}[K", to: file) }
    isWritten = false
  }
}
