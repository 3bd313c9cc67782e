import CompanionSupport
import ComposableConcurrencyExtras

/// A scheduler that performs its work when a test advances it.
///
/// ```swift
/// let mainQueue = DispatchQueue.test
/// let store = TestStore(initialState: Feature.State()) {
///   Feature()
/// } withDependencies: {
///   $0.mainQueue = mainQueue.eraseToAnyScheduler()
/// }
/// await store.send(.startButtonTapped)
/// await mainQueue.advance(by: .seconds(1))
/// await store.receive(\.ticked)
/// ```
///
/// New code waits with a clock, and its tests advance a `TestClock`.
public final class TestSchedulerOf<Base: SchedulerTiming>: Scheduler {
  /// An instant of the scheduler that it replaces.
  public typealias SchedulerTimeType = Base.SchedulerTimeType

  private struct State {
    /// Work to perform, and how far the scheduler has moved on to it.
    typealias Due = (moved: Duration, work: Work)

    var now: SchedulerTimeType
    var work: [Work] = []
    /// The number of the work that is scheduled next.
    var next = 0
    /// The time at which the steps of a controlled run have ended.
    private var end: SchedulerTimeType?

    init(now: SchedulerTimeType) {
      self.now = now
    }

    /// - Returns: How far it has moved on.
    mutating func moveOn(to time: SchedulerTimeType) -> Duration {
      let before = now
      now = max(before, time)
      return before.distance(to: now).duration
    }

    /// Removes the next work up to `end`, or any work, and moves on to its time.
    mutating func takeNext(before end: SchedulerTimeType?) -> Due? {
      guard let index = first(of: work.indices) else { return nil }
      if let end, work[index].time > end { return nil }
      return take(index)
    }

    /// Removes the next work that a late task would have reached before the end.
    mutating func takeLate() -> Due? {
      let end = self.end ?? now
      self.end = end
      let late = work.indices.filter { index in
        work[index].lateness > .zero && work[index].time <= end.advanced(by: work[index].lateness)
      }
      return first(of: late).map { take($0) }
    }

    /// Removes work, and returns it: to release it may run code of its owner, outside of the lock.
    mutating func remove(_ number: Int) -> Work? {
      work.firstIndex { $0.number == number }.map { work.remove(at: $0) }
    }

    private func first(of indices: some Sequence<Int>) -> Int? {
      indices.min { work[$0].precedes(work[$1]) }
    }

    private mutating func take(_ index: Int) -> Due {
      let due = work[index]
      let moved = moveOn(to: due.time)
      if let interval = due.interval {
        work[index].time = due.time.advanced(by: interval)
      } else {
        work.remove(at: index)
      }
      return (moved, due)
    }
  }

  private struct Work: Sendable {
    /// Computed from ``now`` in the same way as the end of an advance: both are rounded alike.
    var time: SchedulerTimeType
    /// How late the task is that scheduled it: see `ControlledRun`.
    let lateness: SchedulerInterval
    /// The order of work that is due at the same instant. Repeated work keeps its number.
    let number: Int
    /// The time between two instants of repeated work.
    let interval: SchedulerInterval?
    /// The effect of a controlled run that waits until the work leaves the scheduler.
    let effect: ObjectIdentifier?
    let perform: @Sendable () -> Void

    func precedes(_ other: Work) -> Bool {
      (time, number) < (other.time, other.number)
    }

    func endWaiting() {
      if let effect { controlledRun?.endWaiting(effect) }
    }
  }

  private let state: Locked<State>

  /// Creates a scheduler without work.
  ///
  /// - Parameter now: The first current instant.
  public init(now: SchedulerTimeType = .testStart) {
    state = Locked(State(now: now))
  }

  /// The current instant, to which the test has advanced the scheduler.
  public var now: SchedulerTimeType { state.withLock { $0.now } }

  /// The number of pending pieces of work.
  package var workCount: Int { state.withLock { $0.work.count } }

  /// Keeps the work until the test has advanced the scheduler to its instant.
  public func schedule(after delay: Duration, _ work: @escaping @Sendable () -> Void) {
    keep(after: delay, interval: nil, work)
  }

  /// Keeps the work until the test has advanced the scheduler to its first instant, and again after
  /// each interval. Of work that is due at the same instant, the one that was scheduled first comes
  /// first, each time.
  public func schedule(
    after date: SchedulerTimeType, interval: SchedulerInterval,
    tolerance: SchedulerInterval? = nil, _ work: @escaping @Sendable () -> Void
  ) -> ScheduledWork {
    releasable(keep(after: now.distance(to: date).duration, interval: interval, work))
  }

  private func releasable(_ number: Int) -> ScheduledWork {
    // The work and its owner may retain each other until then.
    ScheduledWork { [weak keeper = self as any WorkKeeper] in keeper?.remove(number) }
  }

  @discardableResult
  private func keep(
    after delay: Duration, interval: SchedulerInterval?, _ work: @escaping @Sendable () -> Void
  ) -> Int {
    let lateness: Duration = controlledRun?.lateness(on: self) ?? .zero
    let effect = controlledRun?.beginWaiting()
    return state.withLock { state in
      let number = state.next
      state.work.append(
        Work(
          time: state.now.advanced(by: SchedulerInterval(max(delay, .zero))),
          lateness: SchedulerInterval(lateness), number: number, interval: interval,
          effect: effect, perform: work))
      state.next += 1
      return number
    }
  }

  /// Advances the scheduler, and performs the work that is due by then, in order.
  ///
  /// Tasks that wait for the scheduler resume later. The `async` form of this function resumes them
  /// before it returns.
  ///
  /// - Parameter duration: How far to advance. By default zero, which performs work without a
  ///   delay.
  public func advance(by duration: SchedulerInterval = .zero) {
    advance(to: now.advanced(by: duration))
  }

  /// Advances the scheduler to an instant, and performs the work that is due by then, in order.
  ///
  /// Tasks that wait for the scheduler resume later. The `async` form of this function resumes them
  /// before it returns.
  ///
  /// - Parameter instant: The instant. Time never goes back.
  public func advance(to instant: SchedulerTimeType) {
    while let perform = next(before: instant) { perform() }
    moveOn(to: instant)
  }

  /// Advances the scheduler, and performs the work that is due by then, in order; waiting tasks run
  /// meanwhile.
  ///
  /// - Parameter duration: How far to advance. By default zero, which performs work without a
  ///   delay.
  public func advance(by duration: SchedulerInterval = .zero) async {
    await Task.settle()
    await advanceOnceSettled(by: duration)
  }

  /// Advances the scheduler by an interval, where all tasks wait already.
  package nonisolated(nonsending) func advanceOnceSettled(by duration: SchedulerInterval) async {
    await advanceOnceSettled(to: now.advanced(by: duration))
  }

  private nonisolated(nonsending) func advanceOnceSettled(to end: SchedulerTimeType) async {
    await performWork(before: end)
    moveOn(to: end)
  }

  /// Advances the scheduler to an instant, and lets tasks run meanwhile.
  ///
  /// - Parameter instant: The instant. Time never goes back.
  public func advance(to instant: SchedulerTimeType) async {
    await Task.settle()
    await advanceOnceSettled(to: instant)
  }

  /// Performs all work, including work scheduled meanwhile, until none is left.
  public func run() {
    while let perform = next() { perform() }
  }

  /// Performs all work, including work scheduled meanwhile, until none is left; waiting tasks run
  /// meanwhile.
  public func run() async {
    await Task.settle()
    await performWork()
    guard let run = controlledRun else { return }
    // Tasks in a delay of any length may wait yet.
    repeat {
      await performWork()
      await run.becomeIdle()
    } while workCount > 0
  }

  private nonisolated(nonsending) func performWork(before end: SchedulerTimeType? = nil) async {
    while let perform = next(before: end) {
      perform()
      // The order of the tasks that it resumes is chosen there.
      if controlledRun != nil {
        let now = state.withLock { $0.now }
        while let perform = next(before: now) { perform() }
      }
      await Task.settle()
    }
  }

  private func next(before end: SchedulerTimeType? = nil) -> (@Sendable () -> Void)? {
    state.withLock { $0.takeNext(before: end) }.map(pass)
  }

  /// Records that time has passed, and returns the work to perform.
  private func pass(_ due: State.Due) -> @Sendable () -> Void {
    controlledRun?.timeDidPass(on: self, by: due.moved)
    if due.work.interval == nil { due.work.endWaiting() }
    return due.work.perform
  }

  private func moveOn(to end: SchedulerTimeType) {
    let moved = state.withLock { $0.moveOn(to: end) }
    controlledRun?.timeDidPass(on: self, by: moved)
  }

  /// Returns the scheduler, with its type erased.
  public func eraseToAnyScheduler() -> AnySchedulerOf<Base> {
    AnySchedulerOf(self)
  }
}

extension TestSchedulerOf: WorkReleasing {
  func scheduleReleasable(
    after delay: Duration, _ work: @escaping @Sendable () -> Void
  ) -> ScheduledWork? {
    releasable(keep(after: delay, interval: nil, work))
  }
}

/// Keeps work by numbers.
private protocol WorkKeeper: AnyObject, Sendable {
  func remove(_ number: Int)
}

extension TestSchedulerOf: WorkKeeper {
  fileprivate func remove(_ number: Int) {
    state.withLock { $0.remove(number) }?.endWaiting()
  }
}

extension TestSchedulerOf: ControlledClock {
  package func wakeLateSleeps() -> Bool {
    guard let due = state.withLock({ $0.takeLate() }) else { return false }
    pass(due)()
    return true
  }
}
