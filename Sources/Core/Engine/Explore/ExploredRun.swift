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
/// other threads and queues, and `Task.yield()` on an actor other than the main actor, which the
/// runtime hands to its thread pool without asking. The run notices those when a task comes back.
///
/// Unchecked: used by the thread of the run only, except for `hasEscaped`.
package final class ExploredRun: ControlledRun, @unchecked Sendable {
  /// A choice to make.
  package enum Choice {
    /// The job to run next; the first has waited longest.
    case job(count: Int)
    /// One of the named values.
    case value(name: String, among: [String])

    package var count: Int {
      switch self {
      case .job(let count): count
      case .value(_, let names): names.count
      }
    }
  }

  /// An observable event of a run: an order of a program is the order of these.
  package struct Event {
    /// The number of jobs that ran before.
    package let step: Int
    /// The same for the same event in another order.
    package let identity: Int
    /// The event, for a person.
    package let text: String
    /// The index of the event that caused it, if known.
    package let cause: Int?
    /// Describes the change of the state; `nil` if the run keeps none.
    package let change: String?
  }

  /// Something that makes the same order another one each time.
  package enum UncontrolledWork {
    /// Another thread has resumed a task of the run, or run a part of it.
    case otherThread
    /// Another thread has resumed a task of an earlier run.
    case earlierRun
    /// A store of the feature was made outside of the run.
    case storeFromOutside(feature: String)
  }

  /// A task, or a turn of an actor, as far as the run has observed it.
  private final class Worker {
    let identity: Int
    /// The number of workers before it.
    let ordinal: Int
    /// A hash of everything that the worker has done and received.
    var history: Int
    var children = 0
    var lateness = Lateness()

    init(identity: Int, ordinal: Int) {
      self.identity = identity
      self.ordinal = ordinal
      history = identity
    }

    func absorb(_ values: any Hashable...) {
      var hasher = Hasher()
      hasher.combine(history)
      for value in values { value.hash(into: &hasher) }
      history = hasher.finalize()
    }
  }

  private enum Work {
    case job(UnsafeMutableRawPointer, composable_job_kind)
    /// Wakes a task that has paused on an actor.
    case wake(UnsafeContinuation<Void, Never>)
  }

  private struct ReadyJob {
    let work: Work
    let worker: Worker
    let isOnMainActor: Bool
    /// The step in which another worker has woken the task, or notified the observer.
    var wokenIn: Int?
    /// Whether the job runs before all other ready jobs.
    var isNext = false
    /// Whether the task has been in a delay of any length, which may go on for longer.
    var isDelayed = false

    /// Whether it is a task that has been cancelled.
    var isCancelled: Bool {
      guard case .job(let job, composable_job_of_task) = work else { return false }
      return composable_is_task_cancelled(job)
    }

    var wakesTask: Bool {
      if case .job(_, composable_job_wakes_task) = work { true } else { false }
    }
  }

  /// A store that the program has created.
  private struct ObservedStore {
    var content: Int
  }

  /// The run that a thread refers to.
  private static func of(_ reference: UnsafeMutableRawPointer) -> ExploredRun {
    let reference = Unmanaged<ControlledRunReference>.fromOpaque(reference).takeUnretainedValue()
    return unsafeDowncast(reference.run, to: ExploredRun.self)
  }

  /// The run of the current thread, if there is one.
  package static var current: ExploredRun? {
    composable_get_chosen_run().map(of)
  }

  /// The events so far.
  package private(set) var events: [Event] = []
  /// The number of jobs that ran.
  package private(set) var steps = 0
  /// The step in which the run first met something that it does not control.
  package private(set) var uncontrolled: (step: Int, work: UncontrolledWork)?
  /// Whether the program ran longer than permitted.
  package private(set) var isEndless = false
  /// The running effects, and the events that started them.
  package private(set) var effects: [ObjectIdentifier: (effect: RunningEffect, event: Int)] = [:]
  /// The number of waits of each effect for a test clock, or for its cancellation.
  private var controlledWaits: [ObjectIdentifier: Int] = [:]

  private lazy var reference = ControlledRunReference(self)
  private let decide: (Choice, Int) -> Int
  private let states: StateNumbers
  private let keepsChanges: Bool
  /// The number of jobs after which the program counts as endless.
  package var maximumSteps: Int
  private var workers: [UInt64: Worker] = [:]
  private var otherWorkers: [Worker] = []
  private var ready: [ReadyJob] = []
  private var idle: [UnsafeContinuation<Void, Never>] = []
  /// The tasks that wait until time may pass.
  private var timeWaits: [UnsafeContinuation<Void, Never>] = []
  /// The clocks that have moved on.
  private var clocks: [any ControlledClock] = []
  private var pauses: [UnsafeContinuation<Void, Never>] = []
  private let driver = Worker(identity: 0, ordinal: 0)
  /// Wakes tasks that have yielded.
  private let waker = Worker(identity: 1, ordinal: 0)
  /// Wakes tasks that have waited until time may pass.
  private let time = Worker(identity: 2, ordinal: 0)
  /// The task that has waited until time may pass, until its next suspension.
  private var timekeeper: Worker?
  /// The task that performs the steps of the program. It is never late: time is what it says.
  private var stepper: Worker?
  /// Whether that task runs code of the test, which may read any store.
  private var stepperReads = false
  /// The tasks that are no children of others. Retained: they are asked whether they are cancelled.
  private var tasks: [(worker: Worker, task: Unmanaged<AnyObject>)] = []
  /// The stores that were created in the run, by the numbers of their roots.
  private var roots: Set<UInt64> = []
  private var observerCount = 0
  /// The observer that starts the next task.
  var notified: ExploredObserver?
  /// The effects whose features were removed. Retained, as another may have the same address.
  private var removed: [ObjectIdentifier: RunningEffect] = [:]
  private var worker: Worker
  private var isOnMainActor = true
  private var stores: [Int: ObservedStore] = [:]
  /// Objects that several tasks may use. Retained, as another object may have the same address.
  private var objects: [ObjectIdentifier: (object: AnyObject, identity: Int, uses: Int)] = [:]
  /// Whether a turn of an actor runs.
  private var isInTurn = false
  /// Whether a task has gone to an actor. The runtime does not report further ones that go there
  /// while its turn is to come, so that the order of all jobs counts from then on.
  private var usesActors = false
  private var jobOrder = 0
  private let hasEscaped = Locked(false)
  private var lastDelivery: (step: Int, event: Int)?

  /// - Parameters:
  ///   - states: Numbers states; shared by all runs of an exploration.
  ///   - maximumSteps: The number of jobs after which the program counts as endless.
  ///   - keepsChanges: Whether events describe how they change the state.
  ///   - decide: Makes a choice. The number is the same if the rest of the run depends on the same.
  package init(
    states: StateNumbers, maximumSteps: Int, keepsChanges: Bool,
    decide: @escaping (Choice, Int) -> Int
  ) {
    self.states = states
    self.maximumSteps = maximumSteps
    self.keepsChanges = keepsChanges
    self.decide = decide
    worker = driver
    OutsideJobs.beginRun(of: states.exploration)
  }

  deinit {
    for (_, task) in tasks { task.release() }
  }

  // MARK: Running

  /// Starts to take the jobs that this thread enqueues.
  ///
  /// - Returns: Whether the runtime permits it.
  package static func begin() -> Bool {
    guard ExploredExecutor.isUsable, MainSerialExecutor.beginControl(takeExploredJob) else {
      return false
    }
    OutsideJobs.begin()
    return true
  }

  /// Undoes ``begin()``.
  package static func end() {
    MainSerialExecutor.endControl()
    OutsideJobs.end()
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
  ///     while
  ///     an effect waits for something that the run does not know.
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
          if wait > 0 {
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
    if !uncontrolledWaits.isEmpty || idle.isEmpty && timeWaits.isEmpty && isWaiting { return 1 }
    // The effect of a waiting task also waits for another event.
    return effects.isEmpty ? 0 : 0.05
  }

  private func takeJobsOfOthers() {
    if hasEscaped.withLock({ $0 }) { note(.otherThread) }
    let (arrivals, isLate) = OutsideJobs.takeJobs(of: states.exploration)
    for arrival in arrivals {
      note(.otherThread)
      append(arrival.job, isOnMainActor: arrival.isOnMainActor)
    }
    if isLate { note(.earlierRun) }
  }

  /// Takes the job to run next; `nil` if time passes before.
  private func takeNext() -> ReadyJob? {
    // No choices: a task that moves within the thread pool has not been suspended, and the job that
    // wakes a task which has yielded does nothing else.
    if let index = ready.firstIndex(where: { $0.isNext || $0.wakesTask }) {
      return ready.remove(at: index)
    }
    // Other work takes no time.
    let mayTimePass = !timeWaits.isEmpty && ready.allSatisfy(\.isDelayed)
    let count = ready.count + (mayTimePass ? 1 : 0)
    let index = count == 1 ? 0 : decide(.job(count: count), configuration)
    return index < ready.count ? ready.remove(at: index) : nil
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
    if usesActors { jobOrder = Self.hash(jobOrder, next.worker.identity) }
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
      guard isInTurn else { return pauses.append(continuation) }
      // An actor runs its tasks in the order in which they become ready.
      var paused = ReadyJob(work: .wake(continuation), worker: makeWorker(), isOnMainActor: false)
      paused.isDelayed = true
      ready.append(paused)
    }
  }

  /// Waits until all tasks of the run wait.
  package nonisolated(nonsending) func becomeIdle() async {
    await withUnsafeContinuation { idle.append($0) }
  }

  // MARK: Time

  package nonisolated(nonsending) func letTimePass() async {
    await withUnsafeContinuation { timeWaits.append($0) }
  }

  package func timeDidPass<Duration: DurationProtocol & Hashable>(
    on clock: any ControlledClock, by duration: Duration
  ) {
    if !clocks.contains(where: { $0 === clock }) { clocks.append(clock) }
    guard duration > .zero else { return }
    for job in ready where job.isDelayed && job.worker !== stepper {
      job.worker.lateness.add(duration, on: clock)
      job.worker.absorb(duration)
    }
  }

  package func lateness<Duration: DurationProtocol>(on clock: any ControlledClock) -> Duration {
    worker.lateness.duration(on: clock)
  }

  /// Waits until all tasks of the run wait, and none of them for a time that it would have reached
  /// if the delays before had taken none.
  package nonisolated(nonsending) func comeToRest() async {
    await becomeIdle()
    while wakeLateSleeps() {
      repeat { await letTimePass() } while wakeLateSleeps()
      await becomeIdle()
    }
  }

  private func wakeLateSleeps() -> Bool { clocks.contains { $0.wakeLateSleeps() } }

  // MARK: Waits

  package func beginWaiting() -> ObjectIdentifier? {
    let effect = RunningEffect.current.map { ObjectIdentifier($0) }
    if let effect { controlledWaits[effect, default: 0] += 1 }
    return effect
  }

  package func endWaiting(_ effect: ObjectIdentifier) { controlledWaits[effect, default: 0] -= 1 }

  /// The events that started the effects which wait for something that the run does not control,
  /// once no job is ready.
  package var uncontrolledWaits: [Int] {
    effects
      .filter { id, running in
        controlledWaits[id, default: 0] == 0 && running.effect.runtime != nil
          && removed[id] == nil
      }
      .map(\.value.event).sorted()
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
  package func use(_ object: AnyObject) {
    let id = ObjectIdentifier(object)
    if objects[id] == nil {
      worker.children += 1
      objects[id] = (object, Self.hash(worker.identity, worker.children), 0)
    }
    objects[id]?.uses += 1
    worker.absorb(objects[id]?.identity, objects[id]?.uses)
  }

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

  private func record(_ text: String, identity: (String, Int), cause: Int?, change: String? = nil) {
    worker.children += 1
    events.append(
      Event(
        step: steps, identity: Self.hash(worker.identity, worker.children, identity.0, identity.1),
        text: text, cause: cause, change: change))
  }

  // MARK: Configuration

  /// A hash of all that the rest of the run depends on: the histories of its tasks, the states of
  /// its stores, and which of its tasks are cancelled.
  package var configuration: Int {
    var sum = 0
    for worker in workers.values { sum &+= Self.hash(worker.identity, worker.history) }
    for worker in otherWorkers { sum &+= Self.hash(worker.identity, worker.history) }
    for (identity, store) in stores { sum &+= Self.hash(identity, store.content) }
    for job in ready where job.isCancelled {
      sum &+= Self.hash(job.worker.identity, "cancelled")
    }
    for (worker, task) in tasks where composable_is_task_cancelled(task.toOpaque()) {
      sum &+= Self.hash(worker.identity, "is cancelled")
    }
    return Self.hash(sum, jobOrder, worker.identity)
  }

  private static func hash(_ values: any Hashable...) -> Int {
    var hasher = Hasher()
    for value in values { value.hash(into: &hasher) }
    return hasher.finalize()
  }

  /// The numbers of the states of all stores.
  package var finalStates: [Int: Int] { stores.mapValues(\.content) }

  // MARK: Jobs

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

  private func note(_ work: UncontrolledWork) { uncontrolled = uncontrolled ?? (steps, work) }

  /// Records that a part of the program runs on another thread.
  private func noteEscape() { hasEscaped.withLock { $0 = true } }

  /// Whether the current thread does the work of the run's main actor, in no job.
  var isBetweenJobs: Bool { worker === driver }

  private func append(_ job: UnsafeMutableRawPointer, isOnMainActor: Bool) {
    let task = composable_task_of_job(job)
    let kind = composable_kind_of_job(job)
    if kind == composable_job_of_task, let known = workers[task] {
      return wake(known, job, isOnMainActor: isOnMainActor)
    }
    let work = Work.job(job, kind)
    guard kind != composable_job_wakes_task else {
      return ready.append(ReadyJob(work: work, worker: waker, isOnMainActor: isOnMainActor))
    }
    let observer = notified.take()
    let new = observer.map(makeWorker) ?? makeWorker()
    if kind == composable_job_of_task {
      workers[task] = new
      OutsideJobs.know(task)
      // The flag of a child is its parent's, or is set by its parent; its memory may be, too.
      if !composable_is_child_task(job) {
        tasks.append((new, Unmanaged<AnyObject>.fromOpaque(job).retain()))
      }
    } else {
      usesActors = true
      otherWorkers.append(new)
    }
    let job = ReadyJob(work: work, worker: new, isOnMainActor: isOnMainActor)
    if observer == nil { ready.append(job) } else { insertByAge(job) }
  }

  /// A worker for the task of an observer.
  private func makeWorker(of observer: ExploredObserver) -> Worker {
    observer.reactions += 1
    let new = Worker(
      identity: Self.hash(worker.identity, observer.identity, observer.reactions),
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
      self, identity: Self.hash(worker.identity, worker.children), number: observerCount)
  }

  /// A worker that the current one starts.
  private func makeWorker() -> Worker {
    worker.children += 1
    let new = Worker(
      identity: Self.hash(worker.identity, worker.children),
      ordinal: workers.count + otherWorkers.count)
    new.absorb(worker.history)
    new.lateness = worker.lateness
    return new
  }

  /// Appends the job of a task that waited.
  private func wake(_ known: Worker, _ job: UnsafeMutableRawPointer, isOnMainActor: Bool) {
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
    insertByAge(woken)
  }

  /// Inserts a job among those of the same step by the age of their tasks: a cancellation takes
  /// them from a set, which has no fixed order.
  private func insertByAge(_ job: ReadyJob) {
    var job = job
    job.wokenIn = steps
    var index = ready.endIndex
    while index > 0, ready[index - 1].wokenIn == steps,
      ready[index - 1].worker.ordinal > job.worker.ordinal
    {
      index -= 1
    }
    ready.insert(job, at: index)
  }

  // MARK: Stores

  /// The same reducer, with its actions observed.
  func observing<State, Action>(
    _ reducer: PreparedReducer<State, Action>
  ) -> PreparedReducer<State, Action> {
    worker.children += 1
    let store = Self.hash(worker.identity, worker.children)
    stores[store] = ObservedStore(content: 0)
    return reducer.map { logic in
      ReducerLogic { [weak self] stateAddress, actionAddress in
        guard let run = self else { return logic.function(stateAddress, actionAddress) }
        guard ExploredRun.current === run else {
          // The job ran elsewhere, as a turn of an actor that another thread has enqueued does.
          run.noteEscape()
          return logic.function(stateAddress, actionAddress)
        }
        let state = stateAddress.assumingMemoryBound(to: State.self)
        let before: State? = run.keepsChanges ? state.pointee : nil
        let effect = logic.function(stateAddress, actionAddress)
        let event = run.didDeliver(
          actionAddress.assumingMemoryBound(to: Action.self).pointee, to: store, before: before,
          after: state.pointee)
        guard let node = Effect<Action>(erased: effect).node else { return nil }
        run.absorbStates()
        // An action that is sent at once is a part of the same step.
        guard !node.isAction else { return effect }
        return Effect(node: node)
          .tracked(by: ExploredEffects(run, event), willSend: { _, _ in }).node
      }
    }
  }

  private func didDeliver<State, Action>(
    _ action: Action, to store: Int, before: State?, after: State
  ) -> Int {
    let name = ActionName.text(of: action)
    let feature = Self.name(of: State.self)
    // The effect's own task may be another: a group's child for example.
    let causing = RunningEffect.causing.flatMap { effects[ObjectIdentifier($0)]?.event }
    let previous = lastDelivery.flatMap { $0.step == steps ? $0.event : nil }
    let content =
      states.number(of: after)
      ?? Self.hash(stores[store]?.content, worker.identity, worker.history, name)
    stores[store]?.content = content
    worker.absorb(store, name)
    record(
      "[\(feature)] \(name)", identity: (name, store), cause: causing ?? previous,
      change: before.map { states.change(from: $0, to: after) })
    lastDelivery = (steps, events.count - 1)
    return events.count - 1
  }

  /// The effects of an action capture the parts of the state that they need.
  private func absorbStates() {
    var sum = 0
    for (identity, store) in stores { sum &+= Self.hash(identity, store.content) }
    worker.absorb(sum)
  }

  private static func name(of state: Any.Type) -> String {
    let name = _typeName(state, qualified: false)
    return name.hasSuffix(".State") ? String(name.dropLast(6)) : name
  }

  /// Records that a root store was created in the run.
  func didCreate(_ root: StoreRuntime) { roots.insert(root.frame.pointee.store) }

  /// Records that a store is used: one that was made outside of the run is the same in each run.
  func willUse(_ root: StoreRuntime) {
    guard !roots.contains(root.frame.pointee.store) else { return }
    note(.storeFromOutside(feature: Self.name(of: root.stateType)))
  }

  /// Records that an action is about to be sent to a store.
  package func willSend<State, Action>(to store: Store<State, Action>) {
    willUse(store.runtime)
  }

  /// Records that an action is about to be sent to a store.
  package func willSend<State, Action>(to store: StoreActor<State, Action>) {
    willUse(store.runtime)
  }

  /// Records that the feature of an effect was removed.
  func didRemove(_ effect: RunningEffect) { removed[ObjectIdentifier(effect)] = effect }

  /// The events that started the effects which still run although their feature was removed.
  package var effectsOfRemovedFeatures: [Int] {
    effects.filter { removed[$0.key] != nil }.map(\.value.event).sorted()
  }

  /// The events that started the effects which still run although their store has been released.
  package var outlivingEffects: [Int] {
    effects.values.filter { $0.effect.runtime == nil }.map(\.event).sorted()
  }

  /// Records that an effect waits before it begins, as with `debounce`.
  func didBeginDelay(of effect: RunningEffect) {
    guard let event = lastDelivery?.event else { return }
    effects[ObjectIdentifier(effect)] = (effect, event)
  }

  /// Records the end of the wait.
  func didEndDelay(of effect: RunningEffect) { effects[ObjectIdentifier(effect)] = nil }

  fileprivate func didBegin(_ effect: RunningEffect, of event: Int) {
    guard ExploredRun.current === self else { return noteEscape() }
    effects[ObjectIdentifier(effect)] = (effect, event)
  }

  fileprivate func didEnd(_ effect: RunningEffect) {
    guard ExploredRun.current === self else { return noteEscape() }
    effects[ObjectIdentifier(effect)] = nil
  }
}

/// The function that the hook of the thread pool calls.
let takeExploredJob: composable_take_job = { run, job in
  guard let job else { return false }
  return ExploredRun.take(run, job, isOnMainActor: false)
}

/// Tracks the effects of one action in an explored run.
private final class ExploredEffects: EffectTracker, @unchecked Sendable {
  let kind = EffectTrackerKind("ExploredEffects")
  var outer: (any EffectTracker)?
  private weak var owner: ExploredRun?
  private let event: Int

  init(_ owner: ExploredRun, _ event: Int) {
    self.owner = owner
    self.event = event
  }

  func effectDidBegin(_ effect: RunningEffect) { owner?.didBegin(effect, of: event) }

  func effectDidEnd(_ effect: RunningEffect, outcome: EffectOutcome) { owner?.didEnd(effect) }
}
