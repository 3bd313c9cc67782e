/// A scheduler that does its work when a test says so.
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
/// New code waits with a clock, and its tests move a ``TestClock``.
public final class TestSchedulerOf<Base: SchedulerTiming>: Scheduler {
  /// An instant of the scheduler that it is in place of.
  public typealias SchedulerTimeType = Base.SchedulerTimeType

  private struct State {
    var now = Duration.zero
    var work: [(time: Duration, perform: @Sendable () -> Void)] = []
  }

  private let start: SchedulerTimeType
  private let state = Locked(State())

  /// Creates a scheduler with nothing to do.
  ///
  /// - Parameter now: The instant at which it begins.
  public init(now: SchedulerTimeType = .testStart) {
    start = now
  }

  /// The instant to which the test has moved the scheduler.
  public var now: SchedulerTimeType {
    start.advanced(by: SchedulerInterval(state.withLock { $0.now }))
  }

  /// How many pieces of work are scheduled and not done.
  package var workCount: Int { state.withLock { $0.work.count } }

  /// Keeps the work until the test has moved time on so far.
  public func schedule(after delay: Duration, _ work: @escaping @Sendable () -> Void) {
    state.withLock { $0.work.append((time: $0.now + max(delay, .zero), perform: work)) }
  }

  /// Moves time on, and does what is due by then, in order.
  ///
  /// Tasks that wait for the scheduler go on later. The `async` form of this function has them do
  /// so before it returns.
  ///
  /// - Parameter duration: How far. Nothing by default, which does what waits for no time.
  public func advance(by duration: SchedulerInterval = .zero) {
    let end = state.withLock { $0.now + duration.duration }
    advance { $0 <= end }
    state.withLock { $0.now = max($0.now, end) }
  }

  /// Moves time on, and does what is due by then, in order; tasks that wait for it run meanwhile.
  ///
  /// - Parameter duration: How far. Nothing by default, which does what waits for no time.
  public func advance(by duration: SchedulerInterval = .zero) async {
    let end = state.withLock { $0.now + duration.duration }
    await advance { $0 <= end }
    state.withLock { $0.now = max($0.now, end) }
  }

  /// Moves time on to an instant, and lets tasks run meanwhile.
  ///
  /// - Parameter instant: The instant. Time never goes back.
  public func advance(to instant: SchedulerTimeType) async {
    await advance(by: now.distance(to: instant))
  }

  /// Does everything, and what that leads to, until nothing is left.
  public func run() {
    advance { _ in true }
  }

  /// Does everything, and what that leads to, until nothing is left; tasks that wait for it run
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
      // The first of the earliest.
      guard let index = state.work.indices.min(by: { state.work[$0].time < state.work[$1].time }),
        isDue(state.work[index].time)
      else { return nil }
      state.now = max(state.now, state.work[index].time)
      return state.work.remove(at: index).perform
    }
  }

  /// This scheduler, in place of the one that the program uses.
  public func eraseToAnyScheduler() -> AnySchedulerOf<Base> {
    AnySchedulerOf(self)
  }
}
