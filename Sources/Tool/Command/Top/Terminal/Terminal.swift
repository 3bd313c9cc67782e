import Glibc
import SystemSupport
import TraceRecording

/// The terminal in full-screen mode; its settings are restored at the end.
final class Terminal {
  private let input: Int32
  private let output: Int32
  private var settings = termios()
  private var isEntered = false
  private var keeper: TerminalKeeper?
  /// The current lines of the screen.
  private var shown: [String] = []

  /// Whether colours may be used.
  let usesColor: Bool
  let glyphs: Glyphs

  /// Alternate screen, no cursor, no wrapping at the edge.
  private static let enterSequence = "\u{1B}[?1049h\u{1B}[?25l\u{1B}[?7l\u{1B}[0m"
  static let leaveSequence = "\u{1B}[0m\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l"

  /// Throws if there is no terminal to draw on.
  static func check() throws(TopFailure) {
    guard isatty(STDOUT_FILENO) == 1, text("TERM") != "dumb" else { throw .noTerminal }
  }

  init() throws(TopFailure) {
    try Self.check()
    output = STDOUT_FILENO
    // Piped input belongs to the program.
    input = isatty(STDIN_FILENO) == 1 ? STDIN_FILENO : open("/dev/tty", O_RDWR | O_CLOEXEC)
    guard input >= 0, tcgetattr(input, &settings) == 0 else { throw .noTerminal }
    usesColor = (Self.text("NO_COLOR") ?? "").isEmpty
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].compactMap(Self.text).first { !$0.isEmpty }
    glyphs = locale?.lowercased().contains("utf") == true ? .unicode : .ascii
  }

  private static func text(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

  /// Switches the terminal to full-screen mode.
  func enter() {
    guard !isEntered else { return }
    isEntered = true
    tcgetattr(input, &settings)
    keeper = TerminalKeeper.start(settings, input: input, output: output)
    var raw = settings
    cfmakeraw(&raw)
    tcsetattr(input, TCSADRAIN, &raw)
    Files.write(Self.enterSequence, to: output)
    shown = []
  }

  /// Restores the terminal.
  func leave() {
    guard isEntered else { return }
    isEntered = false
    Files.write(Self.leaveSequence, to: output)
    tcsetattr(input, TCSADRAIN, &settings)
    keeper?.dismiss()
    keeper = nil
  }

  /// The number of columns and of rows.
  var size: (width: Int, height: Int) {
    var size = winsize()
    guard ioctl(output, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else {
      return (80, 24)
    }
    return (Int(size.ws_col), Int(size.ws_row))
  }

  /// Waits for keys.
  ///
  /// - Returns: The keys, none after `patience`; `nil` if the terminal was closed.
  func keys(patience: Duration) -> [Key]? {
    var descriptor = pollfd(fd: input, events: Int16(POLLIN), revents: 0)
    let (seconds, attoseconds) = patience.components
    let milliseconds = seconds * 1000 + attoseconds / 1_000_000_000_000_000
    guard poll(&descriptor, 1, Int32(clamping: max(milliseconds, 0))) > 0 else { return [] }
    var bytes = [UInt8](repeating: 0, count: 256)
    let count = read(input, &bytes, bytes.count)
    if count < 0, errno == EINTR || errno == EAGAIN { return [] }
    return count > 0 ? Key.parse(Array(bytes[..<count])) : nil
  }

  /// Redraws everything with the next frame.
  func forget() {
    shown = []
    Files.write("\u{1B}[2J", to: output)
  }

  /// Draws lines; unchanged ones are not sent again.
  func draw(_ lines: [StyledLine]) {
    let new = lines.map { $0.ansi(usesColor: usesColor) }
    var text = ""
    for (row, line) in new.enumerated() where row >= shown.count || shown[row] != line {
      // Each fills its row: erasing the rest would erase the last column as well.
      text += "\u{1B}[\(row + 1);1H\(line)"
    }
    if new.count < shown.count { text += "\u{1B}[\(new.count + 1);1H\u{1B}[J" }
    shown = new
    if !text.isEmpty { Files.write(text, to: output) }
  }
}
