import CCore
import CompanionSupport
import Dispatch

/// The jobs of tasks of explored runs that other threads enqueue.
enum OutsideJobs {
  struct Arrival: @unchecked Sendable {
    let job: UnsafeMutableRawPointer
    let isOnMainActor: Bool
  }

  /// A run, and the exploration that it belongs to: several tests may explore at a time.
  struct Owner: Equatable {
    fileprivate var exploration: UInt64 = 0
    fileprivate var run = 0
  }

  private struct Content {
    var explorations = 0
    var current = Owner()
    var tasks: [UInt64: Owner] = [:]
    var arrivals: [Arrival] = []
    /// Whether another thread has run a part of the current run.
    var hasEscaped = false
    /// The explorations of which a task of an earlier run has been resumed.
    var late: Set<UInt64> = []
  }

  private static let content = Locked(Content())
  private static let semaphore = DispatchSemaphore(value: 0)

  static func begin() { content.withLock { $0.explorations += 1 } }

  static func end() {
    endRun()
    content.withLock { content in
      content.explorations -= 1
      if content.explorations == 0 { content = Content() }
    }
  }

  /// Begins a run. Tasks of earlier runs that are resumed from now on are late, and go elsewhere.
  static func beginRun(of exploration: UInt64) -> Owner {
    endRun()
    return content.withLock { content in
      content.current = Owner(exploration: exploration, run: content.current.run + 1)
      return content.current
    }
  }

  /// The jobs that have come after the end of a run are late.
  private static func endRun() {
    let arrivals = content.withLock { content in
      defer {
        content.arrivals = []
        content.hasEscaped = false
      }
      if !content.arrivals.isEmpty || content.hasEscaped {
        content.late.insert(content.current.exploration)
      }
      return content.arrivals
    }
    for arrival in arrivals {
      ExploredExecutor.runLater(
        unsafeBitCast(arrival.job, to: UnownedJob.self), isOnMainActor: arrival.isOnMainActor)
    }
  }

  /// Records that another thread runs a part of a run.
  static func noteEscape(from owner: Owner) {
    content.withLock { content in
      guard content.explorations > 0 else { return }
      if owner == content.current {
        content.hasEscaped = true
      } else {
        content.late.insert(owner.exploration)
      }
    }
  }

  /// Whether a task of an exploration has been resumed after the end of its last run.
  static func isLate(_ exploration: UInt64) -> Bool {
    endRun()
    return content.withLock { $0.late.remove(exploration) != nil }
  }

  static func know(_ task: UInt64) { content.withLock { $0.tasks[task] = $0.current } }

  /// Takes a job that a thread without a run enqueues, if it belongs to a task of the current run.
  static func take(_ job: UnsafeMutableRawPointer, isOnMainActor: Bool) -> Bool {
    // Other jobs have no id.
    guard composable_kind_of_job(job) == composable_job_of_task else { return false }
    let task = composable_task_of_job(job)
    let arrival = Arrival(job: job, isOnMainActor: isOnMainActor)
    let isOfRun = content.withLock { content in
      guard let owner = content.tasks[task] else { return false }
      guard owner == content.current else {
        content.late.insert(owner.exploration)
        return false
      }
      content.arrivals.append(arrival)
      return true
    }
    if isOfRun { semaphore.signal() }
    return isOfRun
  }

  /// The jobs since the last call, whether another thread has run a part of the run since then, and
  /// whether a task of an earlier run of the exploration has been resumed.
  static func takeJobs(
    of exploration: UInt64
  ) -> (arrivals: [Arrival], hasEscaped: Bool, isLate: Bool) {
    content.withLock { content in
      defer {
        content.arrivals = []
        content.hasEscaped = false
      }
      return (content.arrivals, content.hasEscaped, content.late.remove(exploration) != nil)
    }
  }

  static func waitForJob(seconds: Double) -> Bool {
    let deadline = DispatchTime.now() + seconds
    // Earlier arrivals may have been taken without a wait.
    while content.withLock({ $0.arrivals.isEmpty }) {
      guard semaphore.wait(timeout: deadline) == .success else { return false }
    }
    return true
  }
}
