import Glibc
import RecordingManifests
import SystemSupport

/// The end of a recording, independent of the program's end.
package enum RecordingEnd: Equatable, Sendable {
  /// All recorded events reached the disk.
  case complete
  /// The user did not wait for that, and sent this signal.
  case givenUp(signal: Int32)
  /// A process of LTTng died, or LTTng could not complete the trace.
  case brokenOff
}

/// The state machine of a recording, which determines the effect of signals. It performs no I/O.
struct RecordingProgress: Equatable, Sendable {
  enum Phase: Equatable, Sendable {
    /// The program has not been started: everything can still be undone.
    case preparing
    /// The program runs: it handles signals.
    case running
    /// The program has ended, and its orphans are still recorded.
    case lingering
    /// The programs have ended: the trace is being completed.
    case finishing
  }

  enum Reaction: Equatable, Sendable {
    case ignore
    case forward
    /// Stop, like the program, which received the same key.
    case stopSelf
    /// Pass the signal on, then stop as well.
    case forwardAndStopSelf
    /// Undo everything and exit.
    case cancel
    /// Pass the signal on to the program's orphans, and report that another one leaves them
    /// running.
    case forwardAndAsk
    /// End the recording, and leave the orphans running.
    case leave
    /// Report that another signal leaves the trace incomplete.
    case ask
    /// Leave the trace incomplete.
    case giveUp
  }

  private(set) var phase = Phase.preparing
  /// The process of LTTng that died during the recording, the first one; nil if none did.
  private(set) var deadWriter: LTTngProcesses.Writer?
  /// Why a part of the trace could not be written; nil if all of it was, as far as known.
  private(set) var writeFailure: RecordingManifest.End.Reason?
  private var surrender: Int32?
  private var stopFailed = false
  /// Whether instrumented programs ran, and none is in the trace.
  private var recordedNothing = false
  /// The signals to end that were received while the program ran.
  private var requests: Set<Int32> = []
  private var asked = false
  private var askedToLeave = false

  /// The end of the recording, once it has ended.
  var end: RecordingEnd {
    if let surrender { return .givenUp(signal: surrender) }
    return deadWriter != nil || stopFailed || writeFailure != nil || recordedNothing
      ? .brokenOff : .complete
  }

  /// - Parameter sharesGroup: Whether signals to the process group of the recorder reach the
  ///   program as well.
  mutating func receive(_ signal: ReceivedSignal, sharesGroup: Bool = true) -> Reaction {
    if signal.isIgnored, phase != .running { return .ignore }
    requestEnd(signal.number)
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

  /// Notes a signal that the program received while it ran, by this process or from its sender.
  mutating func requestEnd(_ number: Int32) {
    if [.running, .lingering].contains(phase), Self.requestsToEnd.contains(number) {
      requests.insert(number)
    }
  }

  private static let requestsToEnd: Set<Int32> = [SIGHUP, SIGINT, SIGQUIT, SIGTERM]

  /// Whether the program failed, and was not ended on request.
  ///
  /// After SIGTERM, which only ends programs, any exit code is the end that was requested. Programs
  /// continue after the other signals, such as SIGHUP for another configuration, and may fail
  /// later.
  func isFailure(_ reason: ExitReason) -> Bool {
    switch reason {
    case .exited(0): false
    case .exited(let code):
      !requests.contains(SIGTERM) && !requests.contains { $0 + 128 == code }
    case .killed(let signal): !requests.contains(signal)
    }
  }

  mutating func programStarted() {
    phase = .running
  }

  /// The program ended before processes that it started.
  mutating func programLeftOthers() {
    phase = .lingering
  }

  /// The program ended, and so did all other recorded processes.
  mutating func programEnded() {
    phase = .finishing
  }

  mutating func ended(_ writer: LTTngProcesses.Writer) {
    deadWriter = deadWriter ?? writer
  }

  mutating func writingFailed(_ reason: RecordingManifest.End.Reason) {
    writeFailure = reason
  }

  mutating func nothingWasRecorded() {
    recordedNothing = true
  }

  mutating func couldNotStop() {
    stopFailed = true
  }
}
