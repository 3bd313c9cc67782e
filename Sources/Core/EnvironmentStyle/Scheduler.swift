public import Dispatch

/// Somebody who does work later, or elsewhere: a queue, or a test that decides when.
///
/// Modern: a `Clock` for time. Actions need no scheduler, as they come back to their store wherever an
/// effect sends them.
public protocol Scheduler: Sendable {
  /// Does some work after a while.
  ///
  /// - Parameters:
  ///   - delay: How long to wait.
  ///   - work: The work.
  func schedule(after delay: Duration, _ work: @escaping @Sendable () -> Void)
}

/// A scheduler that stands for another one, such as a queue or a test's.
///
/// `Base` says what it stands for in the running program: `AnySchedulerOf<DispatchQueue>`.
public struct AnySchedulerOf<Base: Scheduler>: Scheduler {
  private let base: any Scheduler

  /// Hides which scheduler it is.
  public init(_ base: any Scheduler) {
    self.base = base
  }

  /// Has the hidden scheduler do the work.
  public func schedule(after delay: Duration, _ work: @escaping @Sendable () -> Void) {
    base.schedule(after: delay, work)
  }

  /// A scheduler that does everything at once.
  public static var immediate: Self { Self(ImmediateScheduler()) }
}

extension AnySchedulerOf<DispatchQueue> {
  /// The main queue.
  public static var main: Self { DispatchQueue.main.eraseToAnyScheduler() }
}

private struct ImmediateScheduler: Scheduler {
  func schedule(after delay: Duration, _ work: @escaping @Sendable () -> Void) {
    work()
  }
}

extension DispatchQueue: Scheduler {
  /// Does some work on the queue after a while.
  public func schedule(after delay: Duration, _ work: @escaping @Sendable () -> Void) {
    guard delay > .zero else { return async { work() } }
    let (seconds, attoseconds) = delay.components
    asyncAfter(
      deadline: .now() + .seconds(Int(seconds))
        + .nanoseconds(Int(attoseconds / 1_000_000_000))
    ) { work() }
  }

  /// This queue, hidden.
  public func eraseToAnyScheduler() -> AnySchedulerOf<DispatchQueue> {
    AnySchedulerOf(self)
  }

  /// A scheduler in place of a queue, which waits for its test.
  public static var testScheduler: TestSchedulerOf<DispatchQueue> { TestSchedulerOf() }
}

/// A scheduler that does its work when a test says so.
///
/// ```swift
/// let scheduler = DispatchQueue.testScheduler
/// …
/// scheduler.advance(by: .seconds(1))
/// ```
///
/// Modern: ``TestClock``.
public final class TestSchedulerOf<Base: Scheduler>: Scheduler {
  private struct State {
    var now = Duration.zero
    var work: [(time: Duration, perform: @Sendable () -> Void)] = []
  }

  private let state = Locked(State())

  /// Creates a scheduler with nothing to do.
  public init() {}

  /// Keeps the work until the test has moved time on so far.
  public func schedule(after delay: Duration, _ work: @escaping @Sendable () -> Void) {
    state.withLock { $0.work.append((time: $0.now + delay, perform: work)) }
  }

  /// Moves time on, and does what is due by then, in order.
  ///
  /// - Parameter duration: How far. Nothing by default, which does what waits for no time.
  public func advance(by duration: Duration = .zero) {
    let end = state.withLock { $0.now + duration }
    advance { $0 <= end }
    state.withLock { $0.now = max($0.now, end) }
  }

  /// Does everything, and what that leads to, until nothing is left.
  public func run() {
    advance { _ in true }
  }

  private func advance(while isDue: (Duration) -> Bool) {
    while let perform = next(isDue) { perform() }
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
