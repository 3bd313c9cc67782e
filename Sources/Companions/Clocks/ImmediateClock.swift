import CompanionSupport
import ComposableConcurrencyExtras

/// A clock that never waits: it moves to the deadline of each sleep, which returns at once.
///
/// For tests of code after a wait, where the wait itself does not matter. To test the state during
/// a wait, use a ``TestClock``.
///
/// ```swift
/// let store = TestStore(initialState: Feature.State()) {
///   Feature()
/// } withDependencies: {
///   $0.continuousClock = .immediate
/// }
/// ```
public final class ImmediateClock<Duration: DurationProtocol & Hashable>: Clock {
  /// An instant, as the time since the start of the clock.
  public typealias Instant = OffsetInstant<Duration>

  private let current: Locked<Instant>

  /// A clock that starts at `now`.
  public init(now: Instant = Instant()) {
    current = Locked(now)
  }

  /// The latest deadline of any sleep so far.
  public var now: Instant { current.withLock { $0 } }

  /// The resolution of the clock.
  public var minimumResolution: Duration { .zero }

  /// Makes `deadline` the current instant, lets other tasks run, and returns.
  ///
  /// Other tasks run many times in a row, so that the tasks of a loop that sleeps and sends cannot
  /// keep a test from its next step.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    try Task.checkCancellation()
    current.withLock { $0 = max($0, deadline) }
    await Task.megaYield()
    try Task.checkCancellation()
  }
}

extension ImmediateClock where Duration == Swift.Duration {
  /// A clock that starts at zero.
  public convenience init() {
    self.init(now: Instant())
  }
}

extension Clock where Self == ImmediateClock<Swift.Duration> {
  /// A clock that never waits.
  public static var immediate: Self { ImmediateClock() }
}
