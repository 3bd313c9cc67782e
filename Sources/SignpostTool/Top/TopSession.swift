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

  /// How the session goes, and the figures.
  func look(detailed: TraceName? = nil) -> (state: State, snapshot: LiveSnapshot) {
    let isReadToTheEnd = isReadToTheEnd
    var (reading, snapshot) = feed.look(detailed: detailed)
    if target != nil, snapshot.timeNs > 0 { snapshot.lagNs = max(now() - snapshot.timeNs, 0) }
    endProcesses(&snapshot)
    switch reading {
    case .reading where isReadToTheEnd, .ended: return (.ended(target?.exitReason), snapshot)
    case .reading:
      if let target, !target.isRecorded { return (.failed("a daemon of LTTng's died"), snapshot) }
      return (.running, snapshot)
    case .failed(let reason): return (.failed(reason), snapshot)
    }
  }

  /// Whether the target has ended, and everything it did was read.
  ///
  /// The session goes on meanwhile: what it says of the time is how a reader knows that nothing of
  /// an earlier time is still to come.
  private var isReadToTheEnd: Bool {
    guard let target, !target.isRunning else { return false }
    let readTime = feed.readTime
    if end == nil { end = End(time: now()) }
    if readTime != end?.readTime {
      end?.readTime = readTime
      end?.progress = .now
    }
    if let readTime, let end, readTime >= end.time { return true }
    // Without an instrumented process nothing says what time it is.
    return end.map { $0.progress.duration(to: .now) > Self.patience } ?? false
  }

  private struct End {
    /// When the target was found to have ended.
    var time: Int64
    var readTime: Int64?
    /// When more of the session was read.
    var progress = ContinuousClock.now
  }

  private static let patience = Duration.seconds(2)

  /// Notes which processes of this machine are gone, as long as not all has been read.
  private func endProcesses(_ snapshot: inout LiveSnapshot) {
    guard target != nil else { return }
    for (index, process) in snapshot.processes.enumerated() where process.isAlive {
      guard let pid = process.pid.flatMap({ pid_t(exactly: $0) }), pid > 0, kill(pid, 0) != 0,
        errno == ESRCH
      else { continue }
      // What it has written last may not have been read yet.
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

  /// What the command exits with, at the end of a program that ended by itself.
  static func exitCode(_ reason: ExitReason?) -> Int32 { reason?.shellCode ?? 0 }
}
