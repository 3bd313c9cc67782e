/// The work that kept an action waiting: of its store, or of the thread on which it began.
public struct Meanwhile: Sendable, Equatable {
  /// The time of the step for which such work ran; 0 if nothing ran, so that the processors were
  /// busy with other work, or the thread was.
  public var busy: Int64 = 0
  /// The action or observer that took the most of that time, `nil` if nothing ran.
  public var subject: CriticalPath.Subject?
  /// The subject's part of ``busy``.
  public var time: Int64 = 0
  /// The number of its runs.
  public var count: UInt64 = 0
}

/// The actions and reactions of each process that ended last, to explain the waits of others.
struct LatestWork {
  private struct Run {
    var subject: CriticalPath.Subject
    var store: UInt64
    var thread: ThreadIndex?
    var start: Int64
    var end: Int64
  }

  private var runs: [ProcessIndex: Ring] = [:]

  /// The number of runs of a process that are kept. Of a longer queue, the wait of an action is
  /// explained in part.
  static let capacity = 256

  private final class Ring {
    var runs: ContiguousArray<Run> = []
    var next = 0

    func add(_ run: Run) {
      guard runs.count == LatestWork.capacity else { return runs.append(run) }
      runs[next] = run
      next = (next + 1) % LatestWork.capacity
    }

    /// The runs, the latest first.
    func forEachLatest(_ body: (Run) -> Bool) {
      for offset in 1...max(runs.count, 1) where offset <= runs.count {
        guard body(runs[(next + runs.count - offset) % runs.count]) else { return }
      }
    }
  }

  mutating func add(_ span: Span) {
    guard let end = span.end, end > span.start else { return }
    let subject =
      span.kind == .observer
      ? CriticalPath.Subject(kind: .observer, id: 0, name: span.source, line: span.line)
      : CriticalPath.Subject(kind: span.kind, id: 0, name: span.sharedName)
    let ring = runs[span.process] ?? Ring()
    runs[span.process] = ring
    ring.add(
      Run(subject: subject, store: span.store, thread: span.thread, start: span.start, end: end))
  }

  /// The work from the request of an action to its begin.
  func before(_ action: Span, since start: Int64) -> Meanwhile {
    var result = Meanwhile()
    var times: [CriticalPath.Subject: (time: Int64, count: UInt64)] = [:]
    // Runs on one thread do not overlap, nor do runs of one store; one of each can.
    var covered = action.start
    runs[action.process]?.forEachLatest { run in
      guard run.end > start else { return false }
      let isOfStore = action.store != 0 && run.store == action.store
      guard isOfStore || (run.thread != nil && run.thread == action.thread) else { return true }
      let time = min(run.end, covered) - max(run.start, start)
      guard time > 0 else { return true }
      covered = min(covered, max(run.start, start))
      result.busy += time
      let known = times[run.subject] ?? (0, 0)
      times[run.subject] = (known.time + time, known.count + 1)
      return true
    }
    let most = times.max {
      ($0.value.time, $1.key.name.index, $1.key.line)
        < ($1.value.time, $0.key.name.index, $0.key.line)
    }
    if let most {
      (result.subject, result.time, result.count) = (most.key, most.value.time, most.value.count)
    }
    return result
  }
}
