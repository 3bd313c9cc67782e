import CCore
import CompanionSupport
import Dispatch

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
/// Unchecked: used by the thread of the run only, except for ``Outside`` and `hasEscaped`.
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

  /// A task, or a turn of an actor, as far as the run has observed it.
  private final class Worker {
    let identity: Int
    /// The number of workers before it.
    let ordinal: Int
    /// A hash of everything that the worker has done and received.
    var history: Int
    var children = 0

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
    /// The step in which another worker has woken the task; `nil` if none has.
    var wokenIn: Int?
    /// Whether the task has moved from the thread pool to the thread pool.
    var continues = false

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
  /// The step in which work of another thread came in, which the run does not control.
  package private(set) var outsideStep: Int?
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
  private var pauses: [UnsafeContinuation<Void, Never>] = []
  private let driver = Worker(identity: 0, ordinal: 0)
  /// Wakes tasks that have yielded.
  private let waker = Worker(identity: 1, ordinal: 0)
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
  /// Orders deliveries whose effects keep something outside of states.
  private var hiddenCount = 0
  private var hasHiddenState = false
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
  }

  // MARK: Running

  /// Starts to take the jobs that this thread enqueues.
  ///
  /// - Returns: Whether the runtime permits it.
  package static func begin() -> Bool {
    ExploredExecutor.isUsable && MainSerialExecutor.beginControl(takeExploredJob)
  }

  /// Undoes ``begin()``.
  package static func end() {
    MainSerialExecutor.endControl()
    Outside.forget()
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
  ///   - patience: How long to wait, in seconds, for other threads to enqueue another, while an
  ///     effect waits for something that the run does not know.
  ///   - isWaiting: Whether the program waits for something else.
  @MainActor
  package func runJobs(patience: Double = 0, isWaiting: () -> Bool = { false }) {
    var patience = patience
    entering {
      while true {
        if hasEscaped.withLock({ $0 }) { noteOutside() }
        for arrival in Outside.takeJobs() {
          noteOutside()
          append(arrival.job, isOnMainActor: arrival.isOnMainActor)
        }
        if !pauses.isEmpty {
          wakePausedTasks()
          continue
        }
        guard steps < maximumSteps else {
          isEndless = true
          return
        }
        if ready.isEmpty {
          if patience > 0, !uncontrolledWaits.isEmpty || idle.isEmpty && isWaiting() {
            let wait = patience
            patience = 0
            if Outside.waitForJob(seconds: wait) { continue }
          }
          guard !idle.isEmpty else { return }
          driver.absorb(configuration)
          idle.removeFirst().resume()
          continue
        }
        run(takeNext())
      }
    }
  }

  /// Takes the job to run next.
  private func takeNext() -> ReadyJob {
    // No choices: a task that moves within the thread pool has not been suspended, and the job that
    // wakes a task which has yielded does nothing else.
    if let last = ready.last, last.continues { return ready.removeLast() }
    if let index = ready.firstIndex(where: \.wakesTask) {
      return ready.remove(at: index)
    }
    let index = ready.count == 1 ? 0 : decide(.job(count: ready.count), configuration)
    return ready.remove(at: index)
  }

  private func run(_ next: ReadyJob) {
    steps += 1
    if usesActors { jobOrder = Self.hash(jobOrder, next.worker.identity) }
    worker = next.worker
    isOnMainActor = next.isOnMainActor
    if worker !== waker { worker.absorb(next.isCancelled ? 2 : 1) }
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
      ready.append(
        ReadyJob(work: .wake(continuation), worker: makeWorker(), isOnMainActor: false))
    }
  }

  /// Waits until all tasks of the run wait.
  package nonisolated(nonsending) func becomeIdle() async {
    await withUnsafeContinuation { idle.append($0) }
  }

  package func beginWaiting() -> ObjectIdentifier? {
    let effect = RunningEffect.current.map { ObjectIdentifier($0) }
    if let effect { controlledWaits[effect, default: 0] += 1 }
    return effect
  }

  package func endWaiting(_ effect: ObjectIdentifier) { controlledWaits[effect, default: 0] -= 1 }

  /// The events that started the effects which wait for something that the run does not control,
  /// once no job is ready.
  package var uncontrolledWaits: [Int] {
    effects.filter { controlledWaits[$0.key, default: 0] == 0 && $0.value.effect.runtime != nil }
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
  package func readAll() { worker.absorb(configuration) }

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
    for (effect, event) in effects.values where effect.task?.isCancelled == true {
      sum &+= Self.hash(events[event].identity, effect.walk, "cancelled")
    }
    return Self.hash(sum, hiddenCount, jobOrder, worker.identity)
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
  fileprivate static func take(
    _ run: UnsafeMutableRawPointer?, _ job: UnsafeMutableRawPointer, isOnMainActor: Bool
  ) -> Bool {
    guard let run else { return Outside.take(job, isOnMainActor: isOnMainActor) }
    Self.of(run).append(job, isOnMainActor: isOnMainActor)
    return true
  }

  private func noteOutside() { outsideStep = outsideStep ?? steps }

  /// Records that a part of the program runs on another thread.
  private func noteEscape() { hasEscaped.withLock { $0 = true } }

  /// Whether the current thread does the work of the run's main actor, in no job.
  fileprivate var isBetweenJobs: Bool { worker === driver }

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
    let new = makeWorker()
    if kind == composable_job_of_task {
      workers[task] = new
      Outside.know(task)
    } else {
      usesActors = true
      otherWorkers.append(new)
    }
    ready.append(ReadyJob(work: work, worker: new, isOnMainActor: isOnMainActor))
  }

  /// A worker that the current one starts.
  private func makeWorker() -> Worker {
    worker.children += 1
    let new = Worker(
      identity: Self.hash(worker.identity, worker.children),
      ordinal: workers.count + otherWorkers.count)
    new.absorb(worker.history)
    return new
  }

  /// Appends the job of a task that waited.
  ///
  /// Tasks that are woken in one step are ordered by their age: a cancellation finds them in a set,
  /// whose order is another one each time.
  private func wake(_ known: Worker, _ job: UnsafeMutableRawPointer, isOnMainActor: Bool) {
    var woken = ReadyJob(
      work: .job(job, composable_job_of_task), worker: known, isOnMainActor: isOnMainActor)
    guard known !== worker else {
      woken.continues = !isOnMainActor && !self.isOnMainActor
      return ready.append(woken)
    }
    woken.wokenIn = steps
    known.absorb(worker.identity, worker.history)
    var index = ready.endIndex
    while index > 0, ready[index - 1].wokenIn == steps,
      ready[index - 1].worker.ordinal > known.ordinal
    {
      index -= 1
    }
    ready.insert(woken, at: index)
  }

  // MARK: Stores

  /// The same reducer, with its actions observed.
  func observing<State, Action>(
    _ reducer: PreparedReducer<State, Action>
  ) -> PreparedReducer<State, Action> {
    worker.children += 1
    let store = Self.hash(worker.identity, worker.children)
    stores[store] = ObservedStore(content: 0)
    func observed(_ logic: ReducerLogic) -> ReducerLogic {
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
        run.noteHiddenState(of: node)
        // An action that is sent at once is a part of the same step.
        guard !node.isAction else { return effect }
        return Effect(node: node)
          .tracked(by: ExploredEffects(run, event), willSend: { _, _ in }).node
      }
    }
    return PreparedReducer(
      observed(reducer.logic), bare: reducer.bareLogic.map(observed),
      isInstrumented: reducer.isInstrumented)
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
    if hasHiddenState {
      hiddenCount += 1
      hiddenCount = Self.hash(hiddenCount, worker.identity, worker.history)
    }
    record(
      "[\(feature)] \(name)", identity: (name, store), cause: causing ?? previous,
      change: before.map { states.change(from: $0, to: after) })
    lastDelivery = (steps, events.count - 1)
    return events.count - 1
  }

  /// The effects of an action capture the parts of the state that they need.
  fileprivate func absorbStates() {
    var sum = 0
    for (identity, store) in stores { sum &+= Self.hash(identity, store.content) }
    worker.absorb(sum)
  }

  private func noteHiddenState(of node: AnyEffectNode) {
    absorbStates()
    guard !hasHiddenState else { return }
    var waiting = [node]
    while let next = waiting.popLast() {
      if next is any ActionKeepingNode { hasHiddenState = true }
      if let wrapped = next.wrapped { waiting.append(wrapped) }
      waiting += next.members
    }
  }

  private static func name(of state: Any.Type) -> String {
    let name = _typeName(state, qualified: false)
    return name.hasSuffix(".State") ? String(name.dropLast(6)) : name
  }

  /// The events that started the effects which still run although their store has been released.
  package var outlivingEffects: [Int] {
    effects.values.filter { $0.effect.runtime == nil }.map(\.event).sorted()
  }

  fileprivate func didBegin(_ effect: RunningEffect, of event: Int) {
    guard ExploredRun.current === self else { return noteEscape() }
    effects[ObjectIdentifier(effect)] = (effect, event)
  }

  fileprivate func didEnd(_ effect: RunningEffect) {
    guard ExploredRun.current === self else { return noteEscape() }
    effects[ObjectIdentifier(effect)] = nil
  }
}

/// An effect that keeps actions outside of the state, so that the order of two actions may matter
/// although the states are equal.
protocol ActionKeepingNode: AnyEffectNode {}

/// The function that the hook of the thread pool calls.
let takeExploredJob: composable_take_job = { run, job in
  guard let job else { return false }
  return ExploredRun.take(run, job, isOnMainActor: false)
}

/// The executor of the main actor, and that of the thread pool, as tasks of explored runs see them.
///
/// The main actor of the process gives no choice: it runs jobs in the order in which they came. The
/// thread pool of the process would get the job of a task that yields.
final class ExploredExecutor: SerialExecutor {
  private static let main = ExploredExecutor(isMain: true)
  private static let pool = ExploredExecutor(isMain: false)

  /// Whether tasks of runs use these; `false` if the runtime has no hook for that.
  static let isUsable: Bool = {
    guard MemoryLayout<UnownedSerialExecutor>.size == 2 * MemoryLayout<UInt64>.size else {
      return false
    }
    let words = unsafeBitCast(executor(isMain: true), to: (UInt64, UInt64).self)
    return composable_set_chosen_executor(words.0, words.1)
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
    // A task of a run that has ended.
    let executor = Self.executor(isMain: isMain)
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

/// The jobs of explored runs that other threads enqueue.
private enum Outside {
  struct Arrival: @unchecked Sendable {
    let job: UnsafeMutableRawPointer
    let isOnMainActor: Bool
  }

  private struct Content {
    var tasks: Set<UInt64> = []
    var arrivals: [Arrival] = []
  }

  private static let content = Locked(Content())
  private static let semaphore = DispatchSemaphore(value: 0)

  static func know(_ task: UInt64) { content.withLock { _ = $0.tasks.insert(task) } }

  static func forget() { content.withLock { $0 = Content() } }

  /// Takes a job that a thread without a run enqueues, if it belongs to a task of a run.
  static func take(_ job: UnsafeMutableRawPointer, isOnMainActor: Bool) -> Bool {
    // Other jobs have no id.
    guard composable_kind_of_job(job) == composable_job_of_task else { return false }
    let task = composable_task_of_job(job)
    let arrival = Arrival(job: job, isOnMainActor: isOnMainActor)
    let isKnown = content.withLock { content in
      guard content.tasks.contains(task) else { return false }
      content.arrivals.append(arrival)
      return true
    }
    if isKnown { semaphore.signal() }
    return isKnown
  }

  static func takeJobs() -> [Arrival] {
    content.withLock { content in
      defer { content.arrivals = [] }
      return content.arrivals
    }
  }

  static func waitForJob(seconds: Double) -> Bool {
    let deadline = DispatchTime.now() + seconds
    // Earlier arrivals may have been taken without a wait.
    while content.withLock({ $0.arrivals.isEmpty }) {
      guard semaphore.wait(timeout: deadline) == .success else { return false }
    }
    return true
  }
}
