/// The work of an explored run that may go on, the one that has waited longest first.
struct ReadyJobs {
  private var jobs: [ReadyJob] = []

  var isEmpty: Bool { jobs.isEmpty }
  var count: Int { jobs.count }

  /// Whether all are in delays of any length, so that time may pass before them.
  var areAllDelayed: Bool { jobs.allSatisfy(\.isDelayed) }

  /// A hash of the tasks that are cancelled.
  var configuration: Int {
    var sum = 0
    for job in jobs where job.isCancelled {
      sum &+= exploredHash(job.worker.identity, "cancelled")
    }
    return sum
  }

  /// The tasks that are in delays of any length.
  var delayedWorkers: some Sequence<ExploredWorker> {
    jobs.lazy.filter(\.isDelayed).map(\.worker)
  }

  mutating func append(_ job: ReadyJob) { jobs.append(job) }

  /// Inserts a job among the jobs of the same step by the age of their tasks: a cancellation takes
  /// the tasks from a set, which has no fixed order.
  mutating func insertByAge(_ job: ReadyJob, in step: Int) {
    var job = job
    job.wokenIn = step
    var index = jobs.endIndex
    while index > 0, jobs[index - 1].wokenIn == step,
      jobs[index - 1].worker.ordinal > job.worker.ordinal
    {
      index -= 1
    }
    jobs.insert(job, at: index)
  }

  /// Takes the first job that leaves no choice: a task that moves within the thread pool has not
  /// been suspended, and the job that wakes a task which has yielded does nothing else.
  mutating func takeWithoutChoice() -> ReadyJob? {
    jobs.firstIndex(where: \.isNext).map { jobs.remove(at: $0) }
  }

  /// Takes one of the jobs, in the order of their numbers: jobs of postponed workers come last.
  /// The jobs before it are postponed until no other is left, so that one choice makes a request
  /// the slowest, however many suspensions it and others have.
  ///
  /// - Returns: `nil` if no job has the number, which postpones all.
  mutating func take(_ number: Int) -> ReadyJob? {
    let order =
      jobs.indices.filter { !jobs[$0].worker.isPostponed }
      + jobs.indices.filter { jobs[$0].worker.isPostponed }
    for index in order.prefix(number) { jobs[index].worker.isPostponed = true }
    guard number < order.count else { return nil }
    let job = jobs.remove(at: order[number])
    job.worker.isPostponed = false
    return job
  }
}
