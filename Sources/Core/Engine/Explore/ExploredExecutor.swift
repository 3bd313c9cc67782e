import CCore
import Dispatch

/// The executors of the main actor and of the thread pool, as tasks of explored runs see them.
///
/// The main actor of the process gives no choice: it runs jobs in the order in which they came. The
/// thread pool of the process would get the job of a task that yields.
final class ExploredExecutor: SerialExecutor {
  private static let main = ExploredExecutor(isMain: true)
  private static let pool = ExploredExecutor(isMain: false)

  /// Whether tasks of runs use these executors; `false` if the runtime has no hook for that.
  static let isUsable: Bool = {
    guard MemoryLayout<UnownedSerialExecutor>.size == 2 * MemoryLayout<UInt64>.size else {
      return false
    }
    let words = unsafeBitCast(executor(isMain: true), to: (UInt64, UInt64).self)
    guard composable_set_chosen_executor(words.0, words.1) else { return false }
    #if compiler(>=6.3)
      ExploredPool.install()
    #endif
    return true
  }()

  private let isMain: Bool

  private init(isMain: Bool) {
    self.isMain = isMain
  }

  static func executor(isMain: Bool) -> UnownedSerialExecutor {
    UnownedSerialExecutor(ordinary: isMain ? main : pool)
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let run = composable_get_chosen_run()
    let address = unsafeBitCast(job, to: UnsafeMutableRawPointer.self)
    guard !ExploredRun.take(run, address, isOnMainActor: isMain) else { return }
    Self.runLater(job, isOnMainActor: isMain)
  }

  /// Runs the job of a task of a run that has ended.
  static func runLater(_ job: UnownedJob, isOnMainActor: Bool) {
    let executor = executor(isMain: isOnMainActor)
    DispatchQueue.main.async { job.runSynchronously(on: executor) }
  }

  // Work outside of jobs, such as the cancellation of a task between two of them, is on the main
  // actor.
  func isIsolatingCurrentContext() -> Bool? {
    isMain && ExploredRun.current?.isBetweenJobs == true
  }

  func checkIsolated() {
    precondition(isIsolatingCurrentContext() == true, "Not on the main actor of an explored run.")
  }
}
