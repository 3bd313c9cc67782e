import ComposableCore

/// What the actions of a front end started and what has not ended yet.
@MainActor
final class TasksInFlight {
  private var tasks: Set<StoreTask> = []

  func insert(_ task: StoreTask) {
    guard tasks.insert(task).inserted else { return }
    Task {
      await task.finish()
      tasks.remove(task)
    }
  }

  /// Waits until all of them have ended.
  func finish() async {
    while let task = tasks.first {
      await task.finish()
      tasks.remove(task)
    }
  }

  func cancel() {
    for task in tasks { task.cancel() }
  }
}
