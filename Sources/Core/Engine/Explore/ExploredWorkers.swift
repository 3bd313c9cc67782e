import CCore

/// The tasks of an explored run, and the turns of its actors.
struct ExploredWorkers {
  private var byTask: [UInt64: ExploredWorker] = [:]
  private var turns: [ExploredWorker] = []
  /// The tasks that are no children of others. Retained: they are asked whether they are cancelled.
  private var tasks: [(worker: ExploredWorker, task: Unmanaged<AnyObject>)] = []

  var count: Int { byTask.count + turns.count }

  /// A hash of the histories, and of the tasks that are cancelled.
  var configuration: Int {
    var sum = 0
    for worker in byTask.values { sum &+= exploredHash(worker.identity, worker.history) }
    for worker in turns { sum &+= exploredHash(worker.identity, worker.history) }
    for (worker, task) in tasks where composable_is_task_cancelled(task.toOpaque()) {
      sum &+= exploredHash(worker.identity, "is cancelled")
    }
    return sum
  }

  subscript(task: UInt64) -> ExploredWorker? { byTask[task] }

  mutating func insert(_ worker: ExploredWorker, task: UInt64, job: UnsafeMutableRawPointer) {
    byTask[task] = worker
    // The flag of a child is its parent's, or is set by its parent; its memory may be, too.
    if !composable_is_child_task(job) {
      tasks.append((worker, Unmanaged<AnyObject>.fromOpaque(job).retain()))
    }
  }

  mutating func insert(turn worker: ExploredWorker) { turns.append(worker) }

  /// Releases the tasks, at the end of the run.
  func releaseTasks() {
    for (_, task) in tasks { task.release() }
  }
}
