import CCore
import CompanionSupport
import Dispatch

/// The jobs of tasks of explored runs that other threads enqueue.
enum OutsideJobs {
  struct Arrival: @unchecked Sendable {
    let job: UnsafeMutableRawPointer
    let isOnMainActor: Bool
  }

  private struct Content {
    /// The number of the current run.
    var run = 0
    /// The tasks, and the runs that they belong to.
    var tasks: [UInt64: Int] = [:]
    var arrivals: [Arrival] = []
    /// Whether a task of an earlier run has been resumed.
    var isLate = false
  }

  private static let content = Locked(Content())
  private static let semaphore = DispatchSemaphore(value: 0)

  /// Begins a run. Tasks of earlier runs that are resumed from now on are late, and go elsewhere.
  static func beginRun() {
    content.withLock { content in
      content.run += 1
      content.arrivals = []
    }
  }

  static func know(_ task: UInt64) { content.withLock { $0.tasks[task] = $0.run } }

  static func forget() { content.withLock { $0 = Content() } }

  /// Takes a job that a thread without a run enqueues, if it belongs to a task of the current run.
  static func take(_ job: UnsafeMutableRawPointer, isOnMainActor: Bool) -> Bool {
    // Other jobs have no id.
    guard composable_kind_of_job(job) == composable_job_of_task else { return false }
    let task = composable_task_of_job(job)
    let arrival = Arrival(job: job, isOnMainActor: isOnMainActor)
    let isOfRun = content.withLock { content in
      guard let run = content.tasks[task] else { return false }
      guard run == content.run else {
        content.isLate = true
        return false
      }
      content.arrivals.append(arrival)
      return true
    }
    if isOfRun { semaphore.signal() }
    return isOfRun
  }

  /// The jobs since the last call, and whether a task of an earlier run has been resumed.
  static func takeJobs() -> (arrivals: [Arrival], isLate: Bool) {
    content.withLock { content in
      defer {
        content.arrivals = []
        content.isLate = false
      }
      return (content.arrivals, content.isLate)
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
