#if compiler(>=6.3)
  @_spi(ExperimentalScheduling) import _Concurrency

  // A task that sleeps hands its wake-up to the executor that it runs on, if that can schedule, and
  // else to the thread pool, without a hook.
  extension ExploredExecutor: SchedulingExecutor {
    func enqueue<C: Clock>(
      _ job: consuming ExecutorJob, after delay: C.Duration, tolerance: C.Duration?, clock: C
    ) {
      enqueue(job, at: clock.now.advanced(by: delay), tolerance: tolerance, clock: clock)
    }

    func enqueue<C: Clock>(
      _ job: consuming ExecutorJob, at instant: C.Instant, tolerance: C.Duration?, clock: C
    ) {
      ExploredPool.shared.enqueue(job, at: instant, tolerance: tolerance, clock: clock)
    }
  }
#endif
