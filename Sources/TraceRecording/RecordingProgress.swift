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
    /// The program is gone, and processes that it left behind are still recorded.
    case lingering
    /// The programs are gone: the trace is being completed.
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
    /// Pass the signal on to what the program left behind, and say that it takes one more to leave
    /// it running.
    case forwardAndAsk
    /// End the recording, and leave what the program left behind running.
    case leave
    /// Say that it takes one more to leave the trace incomplete.
    case ask
    /// Leave the trace incomplete.
    case giveUp
  }

  private(set) var phase = Phase.preparing
  private(set) var daemonDied = false
  private(set) var isDiskFull = false
  private var surrender: Int32?
  private var stopFailed = false
  private var asked = false
  private var askedToLeave = false

  /// How the recording ended, once it did.
  var end: RecordingEnd {
    if let surrender { return .givenUp(signal: surrender) }
    return daemonDied || stopFailed || isDiskFull ? .brokenOff : .complete
  }

  /// - Parameter sharesGroup: Whether what is sent to the process group of the recorder reaches the
  ///   program as well.
  mutating func receive(_ signal: ReceivedSignal, sharesGroup: Bool = true) -> Reaction {
    if signal.isIgnored, phase != .running { return .ignore }
    switch phase {
    case .preparing:
      switch signal.number {
      case SIGHUP, SIGINT, SIGQUIT, SIGTERM: return .cancel
      case SIGTSTP: return .stopSelf
      default: return .ignore
      }
    case .running:
      let hasIt = signal.origin == .terminal || signal.origin == .group && sharesGroup
      if signal.number == SIGTSTP { return hasIt ? .stopSelf : .forwardAndStopSelf }
      return hasIt ? .ignore : .forward
    case .lingering:
      switch signal.number {
      case SIGHUP, SIGINT, SIGQUIT, SIGTERM:
        guard askedToLeave else {
          askedToLeave = true
          return .forwardAndAsk
        }
        return .leave
      case SIGTSTP: return .forwardAndStopSelf
      default: return .forward
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

  /// The program ended before processes that it started.
  mutating func programLeftOthers() {
    phase = .lingering
  }

  /// The program ended, and what is recorded of it.
  mutating func programEnded() {
    phase = .finishing
  }

  mutating func daemonEnded() {
    daemonDied = true
  }

  mutating func diskFilled() {
    isDiskFull = true
  }

  mutating func couldNotStop() {
    stopFailed = true
  }
}
