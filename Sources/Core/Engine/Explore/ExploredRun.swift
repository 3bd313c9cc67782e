import CCore
import CompanionSupport

/// One run of a program whose jobs are executed on one thread, in an order that the caller chooses.
///
/// Tasks of the run see executors of its own: ``ExploredExecutor``. Jobs that go to the thread pool
/// directly come by the hook of the runtime. Jobs of other tests come from other threads, and are
/// left alone. A job of the run that another thread enqueues is work that the run does not control.
///
/// It controls the order of all jobs of the main actor, of the thread pool and of actors; a
/// turn of an actor runs all that the actor has to do. Not controlled are clocks of the system,
/// other threads and queues, and, with Swift 6.2, `Task.yield()` on an actor other than the main
/// actor, which the runtime hands to its thread pool without asking. The run notes a sleep by a
/// clock of the system when it begins, and the others when a task comes back.
///
/// Unchecked: used by the thread of the run only, except for `owner`.
package final class ExploredRun: ControlledRun, @unchecked Sendable {
  /// The run that a thread refers to.
  static func of(_ reference: UnsafeMutableRawPointer) -> ExploredRun {
    let reference = Unmanaged<ControlledRunReference>.fromOpaque(reference).takeUnretainedValue()
    return unsafeDowncast(reference.run, to: ExploredRun.self)
  }

  /// The run of the current thread, if there is one.
  package static var current: ExploredRun? {
    composable_get_chosen_run().map(of)
  }

  /// The events so far.
  package private(set) var events: [ExploredEvent] = []
  /// The number of jobs that ran.
  package private(set) var steps = 0
  /// The step in which the run first met something that it does not control.
  package internal(set) var uncontrolled: (step: Int, work: UncontrolledWork)?
  /// Whether the program ran longer than permitted.
  package private(set) var isEndless = false
  /// The last state of each store, if the run keeps changes.
  package internal(set) var lastStates: [Int: Any] = [:]
  /// The running effects.
  var effects = ExploredEffects()

  private lazy var reference = ControlledRunReference(self)
  private let decide: (ExploredChoice, Int) -> Int
  let states: StateNumbers
  let keepsChanges: Bool
  /// The number of jobs after which the program counts as endless.
  package var maximumSteps: Int
  var workers = ExploredWorkers()
  var ready = ReadyJobs()
  private var idle: [UnsafeContinuation<Void, Never>] = []
  /// The tasks that wait until time may pass.
  var timeWaits: [UnsafeContinuation<Void, Never>] = []
  /// The clocks that have moved on.
  var clocks: [any ControlledClock] = []
  private var pauses: [UnsafeContinuation<Void, Never>] = []
  let driver = ExploredWorker(identity: 0, ordinal: 0)
  /// Wakes tasks that have yielded.
  let waker = ExploredWorker(identity: 1, ordinal: 0)
  /// Wakes tasks that have waited until time may pass.
  let time = ExploredWorker(identity: 2, ordinal: 0)
  /// The task that has waited until time may pass, until its next suspension.
  var timekeeper: ExploredWorker?
  /// The task that performs the steps of the program. It is never late, as it determines the time.
  var stepper: ExploredWorker?
  /// Whether that task runs code of the test, which may read any store.
  private var stepperReads = false
  var observerCount = 0
  /// The observer that starts the next task.
  var notified: ExploredObserver?
  var worker: ExploredWorker
  var isOnMainActor = true
  var stores = ExploredStores()
  private var objects = ExploredObjects()
  /// Whether a turn of an actor runs.
  private(set) var isInTurn = false
  /// Whether a task has gone to an actor. The runtime does not report further ones that go there
  /// while its turn is to come, so that the order of all jobs counts from then on.
  var usesActors = false
  private var jobOrder = 0
  /// Identifies the run for other threads.
  let owner: OutsideJobs.Owner
  var lastDelivery: (step: Int, event: Int)?

  /// - Parameters:
  ///   - states: Numbers states; shared by all runs of an exploration.
  ///   - maximumSteps: The number of jobs after which the program counts as endless.
  ///   - keepsChanges: Whether events describe how they change the state.
  ///   - decide: Makes a choice. The number is the same if the rest of the run depends on the same.
  package init(
    states: StateNumbers, maximumSteps: Int, keepsChanges: Bool,
    decide: @escaping (ExploredChoice, Int) -> Int
  ) {
    self.states = states
    self.maximumSteps = maximumSteps
    self.keepsChanges = keepsChanges
    self.decide = decide
    worker = driver
    owner = OutsideJobs.beginRun(of: states.exploration)
  }

  deinit {
    workers.releaseTasks()
  }

  // MARK: Running

  /// Starts to take the jobs that this thread enqueues.
  ///
  /// - Returns: Whether the runtime permits it.
  @MainActor
  package static func begin() -> Bool {
    guard ExploredExecutor.isUsable, MainSerialExecutor.beginControl(takeExploredJob) else {
      return false
    }
    OutsideJobs.begin()
    StreamWaits.learn()
    return true
  }

  /// Undoes ``begin()``.
  package static func end() {
    MainSerialExecutor.endControl()
    OutsideJobs.end()
  }

  /// Whether another thread has resumed a task of an exploration after its last run.
  package static func isLate(_ states: StateNumbers) -> Bool {
    OutsideJobs.isLate(states.exploration)
  }

  /// Runs `body`, whose tasks belong to the run.
  @MainActor
  package func entering<Result>(_ body: () throws -> Result) rethrows -> Result {
    let outer = composable_get_chosen_run()
    composable_set_chosen_run(Unmanaged.passUnretained(reference).toOpaque())
    defer { composable_set_chosen_run(outer) }
    return try body()
  }

  /// Runs jobs until there are no more.
  ///
  /// - Parameters:
  ///   - patience: The longest time to wait, in seconds, for other threads to enqueue another,
  ///     while an effect waits for something that the run does not know.
  ///   - isWaiting: Whether the program waits for something else.
  @MainActor
  package func runJobs(patience: Double = 0, isWaiting: () -> Bool = { false }) {
    var patience = patience
    entering {
      while true {
        takeJobsOfOthers()
        if !pauses.isEmpty {
          wakePausedTasks()
          continue
        }
        guard steps < maximumSteps else {
          isEndless = true
          return
        }
        if ready.isEmpty {
          let wait = patience > 0 ? min(patience, waitForOthers(isWaiting: isWaiting())) : 0
          // Other work need not be found as well.
          if wait > 0, uncontrolled == nil {
            patience = 0
            if OutsideJobs.waitForJob(seconds: wait) { continue }
          }
          guard timeWaits.isEmpty else {
            passTime()
            continue
          }
          guard !idle.isEmpty else { return }
          driver.absorb(configuration)
          idle.removeFirst().resume()
          continue
        }
        if let next = takeNext() { run(next) } else { passTime() }
      }
    }
  }

  /// How long another thread may need to resume a task, in seconds.
  private func waitForOthers(isWaiting: Bool) -> Double {
    if !effects.uncontrolledWaits.isEmpty || idle.isEmpty && timeWaits.isEmpty && isWaiting {
      return 1
    }
    // The effect of a waiting task also waits for another event.
    return effects.isEmpty ? 0 : 0.05
  }

  private func takeJobsOfOthers() {
    let (arrivals, hasEscaped, isLate) = OutsideJobs.takeJobs(of: states.exploration)
    if hasEscaped { note(.otherThread) }
    for arrival in arrivals {
      note(.otherThread)
      append(arrival.job, isOnMainActor: arrival.isOnMainActor)
    }
    if isLate { note(.earlierRun) }
  }

  /// Takes the job to run next; `nil` if time passes before.
  private func takeNext() -> ReadyJob? {
    if let job = ready.takeWithoutChoice() { return job }
    // Other work takes no time.
    let mayTimePass = !timeWaits.isEmpty && ready.areAllDelayed
    let count = ready.count + (mayTimePass ? 1 : 0)
    let index = count == 1 ? 0 : decide(.job(count: count), configuration)
    return ready.take(index)
  }

  private func passTime() {
    let waits = timeWaits
    timeWaits = []
    worker = time
    for wait in waits { wait.resume() }
    worker = driver
  }

  private func run(_ next: ReadyJob) {
    steps += 1
    if usesActors { jobOrder = exploredHash(jobOrder, next.worker.identity) }
    worker = next.worker
    if worker !== timekeeper { timekeeper = nil }
    isOnMainActor = next.isOnMainActor
    if worker !== waker { worker.absorb(next.isCancelled ? 2 : 1) }
    if worker === stepper, stepperReads { readAll() }
    switch next.work {
    case .job(let job, let kind):
      isInTurn = kind == composable_job_of_actor
      unsafeBitCast(job, to: UnownedJob.self)
        .runSynchronously(on: ExploredExecutor.executor(isMain: isOnMainActor))
      isInTurn = false
    case .wake(let continuation): continuation.resume()
    }
    worker = driver
    isOnMainActor = true
  }

  private func wakePausedTasks() {
    let paused = pauses
    pauses = []
    worker = waker
    for continuation in paused { continuation.resume() }
    worker = driver
  }

  /// Lets any other job run before the current task goes on, as `Task.yield()` does. Unlike that,
  /// it may be called on any actor.
  package nonisolated(nonsending) func pause() async {
    await withUnsafeContinuation { (continuation: UnsafeContinuation<Void, Never>) in
      if isInTurn { appendYield(.wake(continuation)) } else { pauses.append(continuation) }
    }
  }

  /// Waits until all tasks of the run wait.
  package nonisolated(nonsending) func becomeIdle() async {
    await withUnsafeContinuation { idle.append($0) }
  }

  // MARK: Choices

  /// Makes a choice in the program.
  package func choose(_ name: String, among names: [String]) -> Int {
    worker.absorb(name)
    let index = names.count < 2 ? 0 : decide(.value(name: name, among: names), configuration)
    worker.absorb(index)
    record("\(name): \(names[index])", identity: (name, index), cause: nil)
    return index
  }

  /// Records that the current task has received a value which the order may affect.
  package func draw(_ value: some Hashable) { worker.absorb(value) }

  /// Records that the current task uses an object that others may use.
  package func use(_ object: AnyObject) { objects.use(object, by: worker) }

  /// Records an event that is not an action.
  package func record(_ text: String) {
    worker.absorb(text)
    record(text, identity: (text, 0), cause: nil)
  }

  /// Records that the current task depends on all states.
  private func readAll() { worker.absorb(configuration) }

  /// Runs code of the test in the task that performs its steps.
  @MainActor
  package func performing(_ body: @MainActor () async throws -> Void) async rethrows {
    stepper = stepper ?? worker
    stepperReads = true
    readAll()
    defer { stepperReads = false }
    try await body()
  }

  func record(
    _ name: String, stateType: Any.Type? = nil, identity: (String, Int), cause: Int?,
    change: String? = nil, changedProperties: [String] = []
  ) {
    worker.children += 1
    events.append(
      ExploredEvent(
        step: steps,
        identity: exploredHash(worker.identity, worker.children, identity.0, identity.1),
        name: name, stateType: stateType, cause: cause, change: change,
        changedProperties: changedProperties))
  }

  // MARK: Configuration

  /// A hash of all that the rest of the run depends on: the histories of its tasks, the states of
  /// its stores, and which of its tasks are cancelled.
  package var configuration: Int {
    let sum = workers.configuration &+ stores.configuration &+ ready.configuration
    return exploredHash(sum, jobOrder, worker.identity)
  }

  /// The numbers of the states of all stores.
  package var finalStates: [Int: Int] { stores.contents }
}
