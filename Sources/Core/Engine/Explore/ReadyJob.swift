import CCore

/// Work of an explored run that may go on.
struct ReadyJob {
  enum Work {
    case job(UnsafeMutableRawPointer, composable_job_kind)
    /// Wakes a task that has paused on an actor.
    case wake(UnsafeContinuation<Void, Never>)
  }

  let work: Work
  let worker: ExploredWorker
  let isOnMainActor: Bool
  /// The step in which another worker has woken the task, or notified the observer.
  var wokenIn: Int?
  /// Whether the job runs before all other ready jobs.
  var isNext = false
  /// Whether the task has been in a delay of any length, which may go on for longer.
  var isDelayed = false

  /// Whether the job is of a cancelled task.
  var isCancelled: Bool {
    guard case .job(let job, composable_job_of_task) = work else { return false }
    return composable_is_task_cancelled(job)
  }
}
