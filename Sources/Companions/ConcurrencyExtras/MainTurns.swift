import CCore

/// The turns that tasks take on the main thread, where all of them do.
///
/// Giving a turn costs as much as a hundred actions, and is of use only if another task waits for
/// one. No task is waiting if the main executor received no job since the previous turn.
@MainActor
package enum MainTurns {
  /// The number of jobs up to the last turn; `nil` where jobs are not counted.
  private static var jobsAtLastTurn: UInt64?

  /// Whether this module can detect waiting tasks.
  package static var areCounted: Bool { composable_counts_main_jobs() }

  /// Whether a task may wait for a turn.
  package static var areWaitedFor: Bool {
    !areCounted || jobsAtLastTurn != composable_main_job_count()
  }

  /// Gives each task that waits a turn.
  package static func giveOne() async {
    let jobs = composable_main_job_count()
    await Task.yield()
    // With the job of this task. If another thread has been faster, a turn too many is given. If
    // there is none, the runtime does not call the hook that counts.
    jobsAtLastTurn = composable_main_job_count() == jobs ? nil : jobs + 1
  }
}
