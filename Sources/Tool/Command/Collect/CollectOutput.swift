import Foundation
import Glibc
import SystemSupport
import TraceAnalysis
import TraceRecording

/// The output of `signpost collect`: a table that is redrawn on a terminal, a line per interval
/// elsewhere, or an object per interval for programs.
final class CollectOutput {
  private let isJSON: Bool
  let isTerminal: Bool
  private var drawnLines = 0

  init(isJSON: Bool) {
    self.isJSON = isJSON
    isTerminal = !isJSON && isatty(STDERR_FILENO) == 1
  }

  /// Shows a report.
  func show(_ report: Collection.Report) {
    switch report {
    case .listening(let host, let control, let data, let live, let directory):
      say(
        """
        collecting in \(directory.printable()), on \(host) (control \(control), data \(data)); \
        readers of what arrives: 127.0.0.1:\(live)
        """)
    case .problem(let text), .note(let text): say(text)
    case .status(let status): show(status)
    }
  }

  /// Shows the result.
  func conclude(_ result: Collection.Result) {
    if isJSON { return write(result.status) }
    say(CollectText.line(result.status))
    if result.status.recordings.isEmpty {
      say("nothing arrived")
    } else {
      say("the recordings are in \(result.directory.printable())")
    }
  }

  /// Removes the table.
  func clear() {
    guard drawnLines > 0 else { return }
    print("\u{1b}[\(drawnLines)A\r\u{1b}[J")
    drawnLines = 0
  }

  private func say(_ text: String) {
    clear()
    Console.say(text)
  }

  private func show(_ status: CollectionStatus) {
    if isJSON { return write(status) }
    guard isTerminal else { return Console.say(CollectText.line(status)) }
    var size = winsize()
    let isKnown = ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0
    let lines = CollectText.table(
      status, width: isKnown ? Int(size.ws_col) : 80, height: isKnown ? Int(size.ws_row) : 24)
    clear()
    print(lines.map { $0 + "\n" }.joined())
    drawnLines = lines.count
  }

  private func print(_ text: String) {
    Files.write(text, to: STDERR_FILENO)
  }

  private func write(_ status: CollectionStatus) {
    // A closed output does not end the collection.
    try? Console.write(data: CollectText.json(status) + "\n", to: STDOUT_FILENO)
  }
}
