import Glibc
import TraceAnalysis
import TraceRecording

/// A session that is being looked at, and what it records, if that is known.
final class TopSession {
  /// How the session goes.
  enum State: Equatable {
    case running
    /// The program has ended, or the session was closed; nil if it is not known how.
    case ended(ExitReason?)
    /// The daemons or the connection broke.
    case failed(String)

    /// The name in JSON.
    var word: String {
      switch self {
      case .running: "running"
      case .ended: "ended"
      case .failed: "failed"
      }
    }
  }

  let name: String
  let target: LiveTarget?
  private let feed: LiveFeed
  private var timesIdleAtStop: Int?

  init(feed: LiveFeed, target: LiveTarget?, name: String) {
    self.feed = feed
    self.target = target
    self.name = name
  }

  /// The process id, if the target is one process.
  var pid: Int32? { target?.pid }

  /// How the session goes, and the figures.
  func look(detailed: TraceName? = nil) -> (state: State, snapshot: LiveSnapshot) {
    if let target, !target.isRunning, timesIdleAtStop == nil {
      target.stopSession()
      timesIdleAtStop = feed.timesIdle
    }
    let isReadToTheEnd = timesIdleAtStop.map { feed.timesIdle >= $0 + Self.idleTimes } ?? false
    var (reading, snapshot) = feed.look(detailed: detailed)
    if target != nil, snapshot.timeNs > 0 { snapshot.lagNs = max(now() - snapshot.timeNs, 0) }
    switch reading {
    case .reading where isReadToTheEnd, .ended: return (.ended(target?.exitReason), snapshot)
    case .reading:
      if let target, !target.isRecorded { return (.failed("a daemon of LTTng's died"), snapshot) }
      return (.running, snapshot)
    case .failed(let reason): return (.failed(reason), snapshot)
    }
  }

  /// How often there must be nothing to read in a session that was stopped: one of several streams may
  /// come a moment after the others.
  private static let idleTimes = 4

  private func now() -> Int64 {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }

  /// What the command exits with, at the end of a program that ended by itself.
  static func exitCode(_ reason: ExitReason?) -> Int32 { reason?.shellCode ?? 0 }
}
