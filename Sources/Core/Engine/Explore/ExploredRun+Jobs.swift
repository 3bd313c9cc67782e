import CCore
import CompanionSupport

// The jobs of a run, and the tasks that they belong to.

extension ExploredRun {
  /// Takes a job that a thread enqueues.
  ///
  /// - Returns: Whether it belongs to a run.
  static func take(
    _ run: UnsafeMutableRawPointer?, _ job: UnsafeMutableRawPointer, isOnMainActor: Bool
  ) -> Bool {
    guard let run else { return OutsideJobs.take(job, isOnMainActor: isOnMainActor) }
    Self.of(run).append(job, isOnMainActor: isOnMainActor)
    return true
  }

  func note(_ work: UncontrolledWork) { uncontrolled = uncontrolled ?? (steps, work) }

  /// Records that a part of the program runs on another thread.
  func noteEscape() { OutsideJobs.noteEscape(from: owner) }

  /// Whether the current thread does the work of the run's main actor, in no job.
  var isBetweenJobs: Bool { worker === driver }

  func append(_ job: UnsafeMutableRawPointer, isOnMainActor: Bool) {
    let task = composable_task_of_job(job)
    let kind = composable_kind_of_job(job)
    if kind == composable_job_of_task, let known = workers[task] {
      return wake(known, job, isOnMainActor: isOnMainActor)
    }
    let work = ReadyJob.Work.job(job, kind)
    guard kind != composable_job_wakes_task else { return appendYield(work) }
    let observer = notified.take()
    let new = observer.map(makeWorker) ?? makeWorker()
    if kind == composable_job_of_task {
      workers.insert(new, task: task, job: job)
      OutsideJobs.know(task)
    } else {
      usesActors = true
      workers.insert(turn: new)
    }
    let job = ReadyJob(work: work, worker: new, isOnMainActor: isOnMainActor)
    if observer == nil { ready.append(job) } else { ready.insertByAge(job, in: steps) }
  }

  /// Appends the work that wakes the current task, which yields.
  func appendYield(_ work: ReadyJob.Work) {
    // An actor runs its tasks in the order in which they become ready.
    var yield = ReadyJob(
      work: work, worker: isInTurn ? makeWorker() : waker, isOnMainActor: isOnMainActor)
    yield.isNext = !isInTurn
    yield.isDelayed = isInTurn
    ready.append(yield)
  }

  /// A worker for the task of an observer.
  private func makeWorker(of observer: ExploredObserver) -> ExploredWorker {
    observer.reactions += 1
    let new = ExploredWorker(
      identity: exploredHash(worker.identity, observer.identity, observer.reactions),
      // After all other tasks.
      ordinal: Int.max / 2 + observer.number)
    new.absorb(worker.history)
    new.lateness = worker.lateness
    return new
  }

  /// The description of an observer that the current task makes.
  func makeObserver() -> ExploredObserver {
    worker.children += 1
    observerCount += 1
    return ExploredObserver(
      self, identity: exploredHash(worker.identity, worker.children), number: observerCount)
  }

  /// A worker that the current one starts.
  func makeWorker() -> ExploredWorker {
    worker.children += 1
    let new = ExploredWorker(
      identity: exploredHash(worker.identity, worker.children),
      ordinal: workers.count)
    new.absorb(worker.history)
    new.lateness = worker.lateness
    return new
  }

  /// Appends the job of a task that waited.
  private func wake(_ known: ExploredWorker, _ job: UnsafeMutableRawPointer, isOnMainActor: Bool) {
    var woken = ReadyJob(
      work: .job(job, composable_job_of_task), worker: known, isOnMainActor: isOnMainActor)
    guard known !== worker else {
      // It has moved from the thread pool to the thread pool, or is about to move a clock.
      woken.isNext = !isOnMainActor && !self.isOnMainActor || known === timekeeper
      return ready.append(woken)
    }
    if worker === time {
      woken.isNext = true
      timekeeper = known
    }
    woken.isDelayed = worker === waker
    known.absorb(worker.identity, worker.history)
    if known !== stepper { known.lateness.formMaximum(worker.lateness) }
    ready.insertByAge(woken, in: steps)
  }
}

/// The function that the hook of the thread pool calls.
let takeExploredJob: composable_take_job = { run, job in
  guard let job else { return false }
  return ExploredRun.take(run, job, isOnMainActor: false)
}
