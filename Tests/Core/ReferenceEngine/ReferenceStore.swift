/// A store, implemented as plainly as possible: for each action the state is copied and reduced,
/// the effects of children that are gone are cancelled, and the returned effect is started. Effects
/// run when the caller says so, in virtual time.
public final class ReferenceStore<State, Action> {
  typealias Job = ReferenceJob<Action>
  typealias Context = ReferenceContext<Action>

  /// The current state.
  public internal(set) var state: State
  let reducer: ReferenceReducer<State, Action>
  /// The children that are there.
  private(set) var children: [ReferencePath]
  let record: (Int, ReferenceEvent) -> Void
  let report: ReferenceReport

  /// The running work, in the order of its starts.
  var jobs: [Job] = []
  /// The work that can continue at once, in the order in which it became able to.
  var ready: [Job] = []
  /// The work that runs right now.
  var current: Job?
  /// The concatenations whose next effects start right now, the innermost last.
  var continuing: [Job] = []
  /// The clock.
  public internal(set) var now = 0
  var sleepCount = 0
  /// The intervals in which the actions of throttled effects wait.
  var intervals: [ThrottlePlace: Interval] = [:]
  var cancelledGroups: Set<Int> = []
  private var queue: [(action: Action, group: Int)] = []
  private var isProcessing = false
  /// Whether the last reference to the store is gone.
  public private(set) var isReleased = false
  private var lastPass = 0
  /// The number of times that work was run.
  public internal(set) var runCount = 0
  var lastOrphan = 0

  /// Whether the caller determines the order of all code: ``run(_:)``.
  let isOrdered: Bool
  /// Whether several orders of events are correct from here on.
  public internal(set) var isAmbiguous = false
  /// Whether several pieces of work can go on at the same time.
  var isCrowded = false
  /// The children that a reducer outside of their operators has removed: their effects may run on,
  /// and their actions be throttled, until the operator receives the next action.
  public var unseenRemovals: [ReferencePath] = []
  var isRemovingUnseen = false
  var hasWaitingActions: Bool { !queue.isEmpty }

  typealias ThrottlePlace = ReferenceThrottlePlace

  struct Interval {
    let end: Int
    /// The first action since it began, if that is the one to be delivered, and of which of the
    /// features that `Scope` embeds in each other it is.
    var first: (action: Action, scopes: Int)?
  }

  /// A store.
  ///
  /// - Parameters:
  ///   - state: The state to begin with.
  ///   - reducer: The feature.
  ///   - isOrdered: Whether the caller determines the order of all code, with ``run(_:)``.
  ///   - record: Called with the number of a piece of work and its events.
  ///   - report: Called for mistakes.
  public init(
    _ state: State, _ reducer: ReferenceReducer<State, Action>, isOrdered: Bool = false,
    record: @escaping (Int, ReferenceEvent) -> Void, report: @escaping ReferenceReport
  ) {
    self.state = state
    self.reducer = reducer
    self.isOrdered = isOrdered
    children = reducer.children(state)
    self.record = record
    self.report = report
  }

  /// Sends an action from outside.
  public func send(_ action: Action, group: Int) {
    deliver(action, group: group)
  }

  /// Sends an action from the reducer of another store.
  ///
  /// - Parameter isInOrder: Whether nothing has happened in this store that could as well happen
  ///   after it.
  public func send(_ action: Action, group: Int, isInOrder: Bool) {
    if !isInOrder || !ready.isEmpty { isAmbiguous = true }
    if isProcessing { report(.sentWhileProcessing) }
    deliver(action, group: group)
  }

  /// `StoreTask.cancel()`.
  public func cancel(group: Int) {
    cancelledGroups.insert(group)
    cancel { $0.context.group == group }
  }

  /// Whether all that an action from outside started has ended.
  public func isFinished(group: Int) -> Bool {
    !jobs.contains { $0.context.group == group } && !queue.contains { $0.group == group }
  }

  /// The numbers of the pieces of work that wait for their turns.
  public var waiting: [Int] {
    jobs.compactMap { job in
      guard case .work(let work) = job.kind, case .turn? = job.block,
        !ready.contains(where: { $0 === job })
      else { return nil }
      return work.serial
    }.sorted()
  }

  /// Whether no effect runs or waits.
  public var isIdle: Bool { jobs.isEmpty }

  /// Gives a piece of work its turn.
  public func resume(_ serial: Int) {
    for job in jobs {
      guard case .work(let work) = job.kind, work.serial == serial, case .turn? = job.block
      else { continue }
      job.block = nil
      ready.append(job)
    }
  }

  /// Runs all work that is ready, and advances the clock from one waiting piece of work to the
  /// next.
  public func advance(by duration: Int) {
    settle()
    let target = now + duration
    while let next = sleepers.first, next.deadline <= target {
      now = max(now, next.deadline)
      next.job.block = nil
      ready.append(next.job)
      settle()
    }
    now = target
  }

  /// Moves the clock on, where another engine determines the order: waits that are over by then may
  /// go on.
  public func moveClock(to instant: Int) {
    now = max(now, instant)
    for (job, deadline) in sleepers where deadline <= now {
      // A cancelled one goes on with an error.
      guard !ready.contains(where: { $0 === job }) else { continue }
      job.block = nil
      ready.append(job)
    }
  }

  private var sleepers: [(job: Job, deadline: Int)] {
    jobs.compactMap { job -> (job: Job, deadline: Int, order: Int)? in
      guard case .sleep(let deadline, let order)? = job.block else { return nil }
      return (job, deadline, order)
    }
    .sorted { ($0.deadline, $0.order) < ($1.deadline, $1.order) }
    .map { ($0.job, $0.deadline) }
  }

  /// The last reference to the store is gone.
  public func release() {
    isReleased = true
    cancel { _ in true }
  }

  // MARK: Actions

  func deliver(_ action: Action, group: Int) {
    guard !isReleased else { return }
    queue.append((action, group))
    guard !isProcessing else { return }
    isProcessing = true
    while !queue.isEmpty {
      let (action, group) = queue.removeFirst()
      process(action, group: group)
    }
    isProcessing = false
  }

  /// The number of another walk through a returned effect.
  func makePass() -> Int {
    lastPass += 1
    return lastPass
  }

  private func process(_ action: Action, group: Int) {
    let before = children
    var copy = state
    let effect = reducer.reduce(&copy, action)
    state = copy
    let context = Context(group: group, pass: makePass())
    // Only effects that ran before end with a child: the effects of the same action are yet to
    // start.
    cancelRemovedChildren(in: effect, at: [])
    children = reducer.children(state)
    if children != before {
      let after = Set(children)
      // Another child to us, and the same to an operator that has not looked meanwhile.
      if unseenRemovals.contains(where: after.contains) { isAmbiguous = true }
      for path in before where !after.contains(path) { removeUnseen(path, effect) }
    }
    // A child may also come and go around its operator, which has not seen it go.
    let known = Set(before + children)
    for path in effect.startingChildren where !known.contains(path) {
      if !effect.sees(removalOf: path) { isAmbiguous = true }
    }
    start(effect, in: context)
  }

  /// Cancels the effects of the children that operators have seen go away.
  private func cancelRemovedChildren(in effect: ReferenceEffect<Action>, at path: ReferencePath) {
    switch effect {
    case .found(let slot, let children):
      let paths = jobs.map(\.context.path) + intervals.keys.map(\.path)
      let lost = paths.filter {
        guard $0.count > path.count, $0.starts(with: path) else { return false }
        let child = $0[path.count]
        return child.slot == slot && !child.isOrphan && !children.contains(child)
      }
      for path in Set(lost.map { $0.prefix(path.count + 1) }) { _ = remove(Array(path)) }
    case .removed(let child): _ = remove(path + [child])
    case .renamed(let child, let newName): rename(path + [child], to: path + [newName])
    case .of(let child, let base), .presented(let child, let base, _):
      cancelRemovedChildren(in: base, at: path + [child])
    case .scoped(let base): cancelRemovedChildren(in: base, at: path)
    case .merge(let effects): for effect in effects { cancelRemovedChildren(in: effect, at: path) }
    default: break
    }
  }

  /// The effects of a child go on under another path.
  private func rename(_ path: ReferencePath, to newPath: ReferencePath) {
    func renamed(_ other: ReferencePath) -> ReferencePath {
      other.starts(with: path) ? newPath + other.dropFirst(path.count) : other
    }
    for job in jobs { job.context.rename(renamed) }
    intervals = Dictionary(
      uniqueKeysWithValues: intervals.map { place, interval in
        (ThrottlePlace(id: place.id, path: renamed(place.path)), interval)
      })
    unseenRemovals = unseenRemovals.map(renamed)
  }

  /// Cancels the effects of a child that was there before an action and is not there afterwards.
  private func removeUnseen(_ path: ReferencePath, _ effect: ReferenceEffect<Action>) {
    // The code that is about to run may have done so by the time that the operator looks.
    let goesOn = current.map { $0.frames.contains { !$0.rest.isEmpty } } ?? false
    let next = ready + (goesOn ? [current].compactMap(\.self) : []) + continuing.filter(\.hasRest)
    if next.contains(where: { $0.context.path.starts(with: path) }) { isAmbiguous = true }
    // The same action may cancel the current part of a concatenation, whose next part begins then,
    // unless the operator looks before.
    if effect.mayCancel, hasConcatenation(at: path) { isAmbiguous = true }
    let isOutermost = !unseenRemovals.contains { path.starts(with: $0) }
    isRemovingUnseen = true
    if remove(path), isOutermost { unseenRemovals.append(path) }
    isRemovingUnseen = false
    // Does its returned effect belong to the past, or to a child that may be back with the next
    // action?
    if effect.starts(within: path), !effect.sees(removalOf: path) { isAmbiguous = true }
  }

  private func hasConcatenation(at path: ReferencePath) -> Bool {
    jobs.contains { job in
      job.hasRest && job.context.path.starts(with: path)
    }
  }

  private func remove(_ path: ReferencePath) -> Bool {
    let remaining = intervals.filter { !$0.key.path.starts(with: path) }
    var hit = remaining.count < intervals.count
    intervals = remaining
    cancel { job in
      guard job.context.path.starts(with: path) else { return false }
      if !job.isCancelled { hit = true }
      if job.context.dismissal?.child.starts(with: path) == true { job.isDismissed = true }
      return true
    }
    return hit
  }
}

extension ReferenceEffect {
  /// Whether the effect may cancel others by their ids.
  fileprivate var mayCancel: Bool {
    switch self {
    case .cancel, .debounce: true
    case .none, .send, .run, .found, .removed, .renamed: false
    case .merge(let effects), .concatenate(let effects): effects.contains(where: \.mayCancel)
    case .cancellable(let base, _, let cancelInFlight): cancelInFlight || base.mayCancel
    case .throttle(let base, _, _, _), .of(_, let base), .presented(_, let base, _),
      .scoped(let base):
      base.mayCancel
    }
  }

  /// Whether the effect starts work for the child at a path, or one below.
  fileprivate func starts(within path: ReferencePath) -> Bool {
    guard !isNone else { return false }
    switch self {
    case .removed, .renamed: return false
    case .merge(let effects): return effects.contains { $0.starts(within: path) }
    case .scoped(let base): return base.starts(within: path)
    case .of(let child, let base), .presented(let child, let base, _):
      guard path.first == child else { return false }
      return path.count == 1 || base.starts(within: Array(path.dropFirst()))
    default: return false
    }
  }

  /// The paths of the children that it starts something for.
  fileprivate var startingChildren: [ReferencePath] {
    guard !isNone else { return [] }
    switch self {
    case .merge(let effects): return effects.flatMap(\.startingChildren)
    case .scoped(let base): return base.startingChildren
    case .of(let child, let base), .presented(let child, let base, _):
      guard !base.isNone else { return [] }
      return [[child]] + base.startingChildren.map { [child] + $0 }
    default: return []
    }
  }

  /// Whether an operator has seen the child at a path, or one above, go away.
  fileprivate func sees(removalOf path: ReferencePath) -> Bool {
    switch self {
    case .removed(let child): return path.first == child
    case .merge(let effects): return effects.contains { $0.sees(removalOf: path) }
    case .scoped(let base): return base.sees(removalOf: path)
    case .of(let child, let base), .presented(let child, let base, _):
      guard path.first == child, path.count > 1 else { return false }
      return base.sees(removalOf: Array(path.dropFirst()))
    default: return false
    }
  }
}
