import Foundation

/// A thread of its own for those tasks that prefer it.
///
/// Unchecked: the condition guards the mutable fields.
final class ThreadExecutor: TaskExecutor, @unchecked Sendable {
  private let condition = NSCondition()
  private var jobs: [UnownedJob] = []
  private var hasEnded = false

  init() {
    Thread.detachNewThread { [self] in
      while let job = next() { job.runSynchronously(on: asUnownedTaskExecutor()) }
    }
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    condition.withLock {
      jobs.append(job)
      condition.signal()
    }
  }

  /// Lets the thread end once it has nothing left to do.
  func end() {
    condition.withLock {
      hasEnded = true
      condition.signal()
    }
  }

  private func next() -> UnownedJob? {
    condition.withLock {
      while jobs.isEmpty {
        if hasEnded { return nil }
        condition.wait()
      }
      return jobs.removeFirst()
    }
  }
}
