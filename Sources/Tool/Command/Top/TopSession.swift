import Glibc
import SystemSupport
import TraceAnalysis
import TraceRecording

/// A session that is being shown, and its target, if known.
final class TopSession {
  /// The state of the session.
  enum State: Equatable {
    case running
    /// The program has ended, or the session was closed; nil if it is unknown how.
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
  let feed: LiveFeed
  private var end: End?
  private var goneSince: [Int: ContinuousClock.Instant] = [:]

  init(feed: LiveFeed, target: LiveTarget?, name: String) {
    self.feed = feed
    self.target = target
    self.name = name
  }

  /// The process id, if the target is one process.
  var pid: Int32? { target?.pid }

  /// The state of the session, and the figures.
  func look(detailed: TraceName? = nil) -> (state: State, snapshot: LiveSnapshot) {
    let isReadToTheEnd = isReadToTheEnd
    var (reading, snapshot) = feed.look(detailed: detailed)
    if target != nil, snapshot.timeNs > 0 { snapshot.lagNs = max(now() - snapshot.timeNs, 0) }
    endProcesses(&snapshot)
    switch reading {
    case .reading where isReadToTheEnd: return (.ended(target?.exitReason), snapshot)
    // The session of a target ends after it, or with the session daemon.
    case .ended where target?.isRunning != true: return (.ended(target?.exitReason), snapshot)
    case .reading where target?.isRecorded != false: return (.running, snapshot)
    case .reading, .ended: return (.failed("a daemon of LTTng's died"), snapshot)
    case .failed(let reason): return (.failed(reason), snapshot)
    }
  }

  /// Whether the target has ended, and all of its events were read.
  ///
  /// The session continues meanwhile: its clock shows that no earlier events can follow.
  private var isReadToTheEnd: Bool {
    guard let target, !target.isRunning else { return false }
    let readTime = feed.readTime
    if end == nil { end = End(time: now()) }
    if readTime != end?.readTime {
      end?.readTime = readTime
      end?.progress = .now
    }
    if let readTime, let end, readTime >= end.time { return true }
    // Without an instrumented process the session has no clock.
    return end.map { $0.progress.duration(to: .now) > Self.patience } ?? false
  }

  private struct End {
    /// When the end of the target was detected.
    var time: Int64
    var readTime: Int64?
    /// When the session last made progress.
    var progress = ContinuousClock.now
  }

  private static let patience = Duration.seconds(2)

  /// Records which processes of this machine have ended, as long as not all events have been read.
  private func endProcesses(_ snapshot: inout LiveSnapshot) {
    guard target != nil else { return }
    for (index, process) in snapshot.processes.enumerated() where process.isAlive {
      guard let pid = process.pid.flatMap({ pid_t(exactly: $0) }), pid > 0, hasEnded(pid)
      else { continue }
      // The last events of the process may not have been read yet.
      if let since = goneSince[index], since.duration(to: .now) > .seconds(2) {
        feed.end(process: index)
        goneSince[index] = nil
      } else if goneSince[index] == nil {
        goneSince[index] = .now
      }
      snapshot.processes[index].isAlive = false
    }
  }

  private func now() -> Int64 {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }

  /// The exit code of the command, after a program that ended by itself.
  static func exitCode(_ reason: ExitReason?) -> Int32 { reason?.shellCode ?? 0 }
}
