import ComposableCore

/// The running tasks that the actions of a front end started.
@MainActor
package final class TasksInFlight {
  private var tasks: Set<StoreTask> = []

  package init() {}

  package func insert(_ task: StoreTask) {
    guard tasks.insert(task).inserted else { return }
    Task {
      await task.finish()
      tasks.remove(task)
    }
  }

  /// Waits until all of them have ended.
  package func finish() async {
    while let task = tasks.first {
      await task.finish()
      tasks.remove(task)
    }
  }

  package func cancel() {
    for task in tasks { task.cancel() }
  }
}
