import Glibc

/// How a recording ended, whatever became of the program.
package enum RecordingEnd: Equatable, Sendable {
  /// Everything that was recorded reached the disk.
  case complete
  /// The user would not wait for that, and sent this signal.
  case givenUp(signal: Int32)
  /// The session daemon died, or LTTng could not complete the trace.
  case brokenOff
}

/// How far a recording is, and what a signal means at that point. No I/O happens here.
struct RecordingProgress: Equatable, Sendable {
  enum Phase: Equatable, Sendable {
    /// The program is not started yet: everything can still be undone.
    case preparing
    /// The program runs: signals are its business.
    case running
    /// The program is gone: the trace is being completed.
    case finishing
  }

  enum Reaction: Equatable, Sendable {
    case ignore
    case forward
    /// Stop, as the program was told to by the same key.
    case stopSelf
    /// Pass the signal on, then stop as well.
    case forwardAndStopSelf
    /// Undo everything and end.
    case cancel
    /// Say that it takes one more to leave the trace incomplete.
    case ask
    /// Leave the trace incomplete.
    case giveUp
  }

  private(set) var phase = Phase.preparing
  private(set) var daemonDied = false
  private var surrender: Int32?
  private var stopFailed = false
  private var asked = false

  /// How the recording ended, once it did.
  var end: RecordingEnd {
    if let surrender { return .givenUp(signal: surrender) }
    return daemonDied || stopFailed ? .brokenOff : .complete
  }

  /// - Parameter leadsSession: A terminal that hangs up tells the leader of its session only; if
  ///   that is this process, the program hears of it from nobody else.
  mutating func receive(_ signal: ReceivedSignal, leadsSession: Bool) -> Reaction {
    switch phase {
    case .preparing:
      switch signal.number {
      case SIGHUP, SIGINT, SIGQUIT, SIGTERM: return .cancel
      case SIGTSTP: return .stopSelf
      default: return .ignore
      }
    case .running:
      switch (signal.number, signal.origin) {
      case (SIGTSTP, .terminal): return .stopSelf
      case (SIGTSTP, .process): return .forwardAndStopSelf
      case (SIGHUP, .terminal): return leadsSession ? .forward : .ignore
      case (_, .terminal): return .ignore
      case (_, .process): return .forward
      }
    case .finishing:
      switch signal.number {
      case SIGINT, SIGQUIT, SIGTERM:
        guard asked else {
          asked = true
          return .ask
        }
        surrender = signal.number
        return .giveUp
      case SIGTSTP: return .stopSelf
      // Without its terminal it can still complete the trace.
      default: return .ignore
      }
    }
  }

  mutating func programStarted() {
    phase = .running
  }

  mutating func programEnded() {
    phase = .finishing
  }

  mutating func daemonEnded() {
    daemonDied = true
  }

  mutating func couldNotStop() {
    stopFailed = true
  }
}
