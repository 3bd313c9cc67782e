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
    var now = Duration.zero
    var work: [Work] = []
    /// The number of the work that is scheduled next.
    var next = 0
  }

  private struct Work: Sendable {
    var time: Duration
    /// The order of work that is due at the same instant. Repeated work keeps its number.
    let number: Int
    /// The time between two instants of repeated work, and whether it is cancelled.
    let repetition: (interval: Duration, handle: ScheduledWork)?
    let perform: @Sendable () -> Void

    func precedes(_ other: Work) -> Bool {
      (time, number) < (other.time, other.number)
    }
  }

  private let start: SchedulerTimeType
  private let state = Locked(State())

  /// Creates a scheduler without work.
  ///
  /// - Parameter now: The first current instant.
  public init(now: SchedulerTimeType = .testStart) {
    start = now
  }

  /// The current instant, to which the test has advanced the scheduler.
  public var now: SchedulerTimeType {
    start.advanced(by: SchedulerInterval(state.withLock { $0.now }))
  }

  /// The number of pending pieces of work.
  package var workCount: Int { state.withLock { $0.work.count } }

  /// Keeps the work until the test has advanced the scheduler to its instant.
  public func schedule(after delay: Duration, _ work: @escaping @Sendable () -> Void) {
    add(after: delay, work)
  }

  /// Keeps the work until the test has advanced the scheduler to its first instant, and again after
  /// each interval. Of work that is due at the same instant, the one that was scheduled first comes
  /// first, each time.
  @discardableResult
  public func schedule(
    after date: SchedulerTimeType, interval: SchedulerInterval,
    tolerance: SchedulerInterval? = nil, _ work: @escaping @Sendable () -> Void
  ) -> ScheduledWork {
    let handle = ScheduledWork()
    add(after: now.distance(to: date).duration, repetition: (interval.duration, handle), work)
    return handle
  }

  private func add(
    after delay: Duration, repetition: (interval: Duration, handle: ScheduledWork)? = nil,
    _ work: @escaping @Sendable () -> Void
  ) {
    state.withLock { state in
      state.work.append(
        Work(
          time: state.now + max(delay, .zero), number: state.next, repetition: repetition,
          perform: work))
      state.next += 1
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
    let end = state.withLock { $0.now + duration.duration }
    advance { $0 <= end }
    state.withLock { $0.now = max($0.now, end) }
  }

  /// Advances the scheduler, and performs the work that is due by then, in order; waiting tasks run
  /// meanwhile.
  ///
  /// - Parameter duration: How far to advance. By default zero, which performs work without a
  ///   delay.
  public func advance(by duration: SchedulerInterval = .zero) async {
    let end = state.withLock { $0.now + duration.duration }
    await advance { $0 <= end }
    state.withLock { $0.now = max($0.now, end) }
  }

  /// Advances the scheduler to an instant, and lets tasks run meanwhile.
  ///
  /// - Parameter instant: The instant. Time never goes back.
  public func advance(to instant: SchedulerTimeType) async {
    await advance(by: now.distance(to: instant))
  }

  /// Performs all work, including work scheduled meanwhile, until none is left.
  public func run() {
    advance { _ in true }
  }

  /// Performs all work, including work scheduled meanwhile, until none is left; waiting tasks run
  /// meanwhile.
  public func run() async {
    await advance { _ in true }
  }

  private func advance(while isDue: (Duration) -> Bool) {
    while let perform = next(isDue) { perform() }
  }

  private func advance(while isDue: (Duration) -> Bool) async {
    await Task.settle()
    while let perform = next(isDue) {
      perform()
      await Task.settle()
    }
  }

  private func next(_ isDue: (Duration) -> Bool) -> (@Sendable () -> Void)? {
    state.withLock { state in
      guard let index = state.work.indices.min(by: { state.work[$0].precedes(state.work[$1]) }),
        isDue(state.work[index].time)
      else { return nil }
      let work = state.work[index]
      state.now = max(state.now, work.time)
      guard let repetition = work.repetition, !repetition.handle.isCancelled else {
        state.work.remove(at: index)
        return work.repetition == nil ? work.perform : {}
      }
      state.work[index].time += repetition.interval
      return work.perform
    }
  }

  /// Returns the scheduler, with its type erased.
  public func eraseToAnyScheduler() -> AnySchedulerOf<Base> {
    AnySchedulerOf(self)
  }
}
