import Dispatch
import Foundation
import Synchronization

/// The terminal, taken over while it is open: keys arrive at once and unseen, and a second screen
/// hides what was there. What was there comes back however the program ends.
package final class Terminal: Sendable {
  private let original: termios
  private let isOpen = Mutex(false)
  // Unsafe: filled before anybody else sees the terminal, and emptied by whoever closes it.
  private nonisolated(unsafe) var sources: [any DispatchSourceSignal] = []
  private let queue = DispatchQueue(label: "terminal signals")

  private init(original: termios) {
    self.original = original
  }

  /// Takes over the terminal that is standard input.
  ///
  /// - Parameter redraw: Called when what is on the screen is gone: after the program was suspended,
  ///   and when the window has another size.
  package static func open(redraw: @escaping @MainActor @Sendable () -> Void) throws -> Terminal {
    var original = termios()
    guard tcgetattr(STDIN_FILENO, &original) == 0 else {
      throw TerminalFailure(reason: String(cString: strerror(errno)))
    }
    let terminal = Terminal(original: original)
    terminal.handleSignals(redraw: redraw)
    terminal.enter()
    return terminal
  }

  /// Gives the terminal back. Whatever is drawn after that is not shown.
  package func close() {
    leave()
    for source in sources { source.cancel() }
    sources = []
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

  private static var size: (columns: Int, rows: Int) {
    var size = winsize()
    guard ioctl(Output.descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0
    else { return (80, 24) }
    return (Int(size.ws_col), Int(size.ws_row))
  }

  private func enter() {
    isOpen.withLock { isOpen in
      guard !isOpen else { return }
      isOpen = true
      var raw = original
      // Signals stay, so that Ctrl-C and Ctrl-Z do what they do everywhere.
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

  private func handleSignals(redraw: @escaping @MainActor @Sendable () -> Void) {
    let registrations = DispatchGroup()
    for number in [SIGINT, SIGTERM, SIGHUP] {
      handle(number, registrations) { [weak self] in
        self?.leave()
        Self.end(by: number)
      }
    }
    handle(SIGTSTP, registrations) { [weak self] in
      self?.leave()
      kill(getpid(), SIGSTOP)
    }
    handle(SIGCONT, registrations) { [weak self] in
      self?.enter()
      Task { @MainActor in redraw() }
    }
    handle(SIGWINCH, registrations) {
      Task { @MainActor in redraw() }
    }
    registrations.wait()
  }

  private func handle(
    _ number: Int32, _ registrations: DispatchGroup, _ handler: @escaping @Sendable () -> Void
  ) {
    let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
    source.setEventHandler(handler: handler)
    registrations.enter()
    source.setRegistrationHandler { registrations.leave() }
    source.resume()
    sources.append(source)
  }

  /// Lets the signal itself end the program, so that whoever waits for it sees which one it was.
  private static func end(by number: Int32) {
    signal(number, SIG_DFL)
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, number)
    pthread_sigmask(SIG_UNBLOCK, &signals, nil)
    raise(number)
  }
}

/// Why a terminal can't be taken over.
package struct TerminalFailure: Error, CustomStringConvertible {
  let reason: String

  package var description: String { "The settings of the terminal can't be read: \(reason)" }
}
