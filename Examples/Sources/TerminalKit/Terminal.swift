import Foundation
import Synchronization

/// The terminal, taken over while it is open: keys arrive at once and without an echo, and a second
/// screen hides the first one, which comes back however the program ends.
package final class Terminal: Sendable {
  private let original: termios
  private let isOpen = Mutex(false)
  private let signals = SignalHandlers()

  private init(original: termios) {
    self.original = original
  }

  /// Takes over the terminal that is standard input.
  ///
  /// - Parameters:
  ///   - redraw: Called when the content of the screen is lost: after the program was suspended,
  ///     and
  ///     when the window has another size.
  ///   - beforeEnd: Called when a signal is about to end the program and the terminal is given
  ///     back.
  package static func open(
    redraw: @escaping @MainActor @Sendable () -> Void,
    beforeEnd: @escaping @Sendable () async -> Void = {}
  ) throws -> Terminal {
    var original = termios()
    guard tcgetattr(STDIN_FILENO, &original) == 0 else {
      throw TerminalFailure(reason: String(cString: strerror(errno)))
    }
    let terminal = Terminal(original: original)
    terminal.handleSignals(redraw: redraw, beforeEnd: beforeEnd)
    terminal.enter()
    return terminal
  }

  /// Gives the terminal back. Whatever is drawn after that is not shown.
  package func close() {
    leave()
    signals.cancel()
  }

  /// Shows `lines` from the top of the screen on.
  package func draw(_ lines: [String]) {
    isOpen.withLock { isOpen in
      guard isOpen else { return }
      Output.write("\u{1B}[H" + lines.map { $0 + "\u{1B}[K\n" }.joined() + "\u{1B}[J")
    }
  }

  /// The number of columns.
  package var width: Int { Self.size.columns }

  /// The number of rows.
  package var height: Int { Self.size.rows }

  private static var size: Screen.Size { currentSize ?? Screen.Size(columns: 80, rows: 24) }

  /// The size of the terminal that standard output is; `nil` if it is none.
  package static var currentSize: Screen.Size? {
    var size = winsize()
    guard ioctl(Output.descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0
    else { return nil }
    return Screen.Size(columns: Int(size.ws_col), rows: Int(size.ws_row))
  }

  private func enter() {
    isOpen.withLock { isOpen in
      guard !isOpen else { return }
      isOpen = true
      var raw = original
      // Signals stay enabled, so that Ctrl-C and Ctrl-Z work as in other programs.
      raw.c_lflag &= ~tcflag_t(ICANON | ECHO)
      tcsetattr(STDIN_FILENO, TCSADRAIN, &raw)
      Output.write("\u{1B}[?1049h\u{1B}[?25l")
    }
  }

  private func leave() {
    isOpen.withLock { isOpen in
      guard isOpen else { return }
      isOpen = false
      Output.write("\u{1B}[?25h\u{1B}[?1049l")
      var original = original
      tcsetattr(STDIN_FILENO, TCSADRAIN, &original)
    }
  }

  private func handleSignals(
    redraw: @escaping @MainActor @Sendable () -> Void,
    beforeEnd: @escaping @Sendable () async -> Void
  ) {
    signals.handleEnd { [weak self] in
      self?.leave()
      await beforeEnd()
    }
    signals.handle(SIGTSTP) { [weak self] in
      self?.leave()
      kill(getpid(), SIGSTOP)
    }
    signals.handle(SIGCONT) { [weak self] in
      self?.enter()
      Task { @MainActor in redraw() }
    }
    signals.handle(SIGWINCH) {
      Task { @MainActor in redraw() }
    }
  }
}

/// Why a terminal can't be taken over.
package struct TerminalFailure: Error, CustomStringConvertible {
  let reason: String

  package var description: String { "The settings of the terminal can't be read: \(reason)" }
}
