import Glibc
import SystemSupport
import TraceAnalysis
import TraceRecording

/// Draws figures on the terminal until the user quits.
struct TopLoop {
  var interval: TimeSpan
  var window: TimeSpan

  /// The interval of checking for signals, and for a new size of the terminal.
  private static let patience = Duration.milliseconds(50)

  func run(_ session: TopSession, _ supervision: Supervision) throws -> Int32 {
    let terminal = try Terminal()
    terminal.enter()
    defer { terminal.leave() }
    let clock = ContinuousClock()
    let start = clock.now
    let interval = Duration.nanoseconds(interval.nanoseconds)
    var state = TopState()
    var (status, snapshot) = session.look()
    var size = terminal.size
    // The first figures are drawn soon.
    var next = start + min(interval, .milliseconds(300))
    var ended: ContinuousClock.Instant?
    var isDirty = true
    while true {
      if status != .running, ended == nil { ended = clock.now }
      var screen = TopScreen(
        snapshot: snapshot, status: status, state: state, name: session.name, pid: session.pid,
        outputPath: session.target?.outputPath,
        age: (ended ?? clock.now).nanoseconds(since: start), window: window.nanoseconds,
        width: size.width, height: size.height, glyphs: terminal.glyphs)
      if isDirty { terminal.draw(screen.lines) }
      isDirty = false

      let patience = min(max(next - clock.now, .zero), Self.patience)
      guard let keys = terminal.keys(patience: patience) else { return 128 + SIGHUP }
      for key in keys {
        isDirty = true
        screen.state = state
        let request = state.handle(
          key, rows: screen.currentTable.rows.map(\.id), columns: screen.sortableColumns,
          page: screen.page)
        switch request {
        case .none: break
        case .redraw: terminal.forget()
        case .suspend: suspend(terminal)
        case .quit: return Self.exitCode(status)
        }
      }
      while let signal = supervision.nextSignal() {
        switch signal {
        case SIGINT: return Self.exitCode(status)
        case SIGHUP, SIGQUIT, SIGTERM: return 128 + signal
        case SIGTSTP: suspend(terminal)
        case SIGCONT: resume(terminal)
        default: continue
        }
        isDirty = true
      }
      let current = terminal.size
      if current != size {
        size = current
        terminal.forget()
        isDirty = true
      }
      // A row shown in detail has figures that the tables do not have.
      let needsDetails = isDirty && snapshot.isWithoutDetails(of: state.mode)
      guard clock.now >= next || needsDetails else { continue }
      if clock.now >= next { next = max(next + interval, clock.now) }
      isDirty = true
      let (newStatus, new) = session.look(detailed: state.mode.detailed)
      status = newStatus
      if !state.isPaused || needsDetails { snapshot = new }
    }
  }

  private static func exitCode(_ status: TopSession.State) -> Int32 {
    switch status {
    case .running: ExitStatus.success.rawValue
    case .ended(let reason): TopSession.exitCode(reason)
    case .failed: ExitStatus.daemonDied.rawValue
    }
  }

  /// Stops, as other programs do on Ctrl-Z, with the terminal restored.
  private func suspend(_ terminal: Terminal) {
    terminal.leave()
    // The whole pipeline, as the terminal would do it.
    kill(0, SIGSTOP)
    terminal.enter()
  }

  /// A shell may have changed the terminal while this process was stopped from outside.
  private func resume(_ terminal: Terminal) {
    terminal.leave()
    terminal.enter()
  }
}

extension TopState.Mode {
  /// The action shown in detail.
  var detailed: TraceName? {
    guard case .details(.action(let prefix, let name)) = self else { return nil }
    return TraceName(prefix: prefix, name: name)
  }
}

extension LiveSnapshot {
  /// Whether a row is shown in detail whose distribution is missing.
  fileprivate func isWithoutDetails(of mode: TopState.Mode) -> Bool {
    guard let name = mode.detailed else { return false }
    return actionRows.contains {
      $0.prefix == name.prefix && $0.name == name.name && $0.distribution == nil
    }
  }
}

extension ContinuousClock.Instant {
  fileprivate func nanoseconds(since start: Self) -> Int64 {
    let (seconds, attoseconds) = (self - start).components
    return seconds * 1_000_000_000 + attoseconds / 1_000_000_000
  }
}
