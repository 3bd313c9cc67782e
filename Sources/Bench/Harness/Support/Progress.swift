import Glibc
import SystemSupport
import TextTables

/// A progress line on a terminal; no output elsewhere.
final class Progress {
  private let isShown = isatty(STDERR_FILENO) == 1
  private let width = TextLayout(fileDescriptor: STDERR_FILENO).width
  private var last: UInt64 = 0

  func show(_ text: @autoclosure () -> String) {
    // More frequent updates than people can read would disturb the measurement.
    guard isShown, Clock.now() - last > 50_000_000 else { return }
    last = Clock.now()
    Files.write("\r" + text().truncatedInTheMiddle(to: width - 1) + "\u{1B}[K", to: STDERR_FILENO)
  }

  func clear() {
    if isShown { Files.write("\r\u{1B}[K", to: STDERR_FILENO) }
  }
}
