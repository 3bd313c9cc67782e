#if compiler(>=6.3)
  import CCore
  @_spi(ExperimentalCustomExecutors) @_spi(ExperimentalScheduling) import _Concurrency

  /// The executor of the thread pool of this process, which leaves the jobs of explored runs to
  /// them.
  ///
  /// The hook of the runtime reports the jobs that the runtime hands to the pool. A task that
  /// yields, or sleeps, in the isolation of an actor, or on the way back from one, hands its job to
  /// the executor itself.
  final class ExploredPool: TaskExecutor, SchedulingExecutor {
    static let shared = ExploredPool()
    private static let original = Task.defaultExecutor

    private struct Factory: ExecutorFactory {
      static var mainExecutor: any MainExecutor { MainActor.executor }
      static var defaultExecutor: any TaskExecutor { shared }
    }

    /// Makes it the executor of the pool, for as long as the process runs.
    ///
    /// The runtime stores the executor in two words, the object and its methods. A thread that
    /// reads them meanwhile may meet the methods of one executor and the object of the other:
    /// harmless, as neither uses the object, and both live as long as the process.
    static func install() {
      _ = original
      _createExecutors(factory: Factory.self)
    }

    func enqueue(_ job: consuming ExecutorJob) {
      let job = UnownedJob(job)
      if let run = ExploredRun.current {
        run.append(unsafeBitCast(job, to: UnsafeMutableRawPointer.self), isOnMainActor: false)
      } else {
        Self.original.enqueue(ExecutorJob(job))
      }
    }

    func enqueue<C: Clock>(
      _ job: consuming ExecutorJob, after delay: C.Duration, tolerance: C.Duration?, clock: C
    ) {
      enqueue(job, at: clock.now.advanced(by: delay), tolerance: tolerance, clock: clock)
    }

    func enqueue<C: Clock>(
      _ job: consuming ExecutorJob, at instant: C.Instant, tolerance: C.Duration?, clock: C
    ) {
      ExploredRun.current?.noteSystemClock()
      guard let original = Self.original as? any SchedulingExecutor else { return enqueue(job) }
      original.enqueue(job, at: instant, tolerance: tolerance, clock: clock)
    }
  }
#endif
