/// A clock on which nothing takes time: a task that waits for an instant is there at once.
///
/// For tests of what happens after a wait, when the wait itself is of no interest. To test what
/// happens meanwhile, use a ``TestClock``.
///
/// ```swift
/// let store = TestStore(initialState: Feature.State()) {
///   Feature()
/// } withDependencies: {
///   $0.continuousClock = .immediate
/// }
/// ```
public final class ImmediateClock<Duration: DurationProtocol & Hashable>: Clock {
  /// An instant, as the time since the clock's beginning.
  public typealias Instant = OffsetInstant<Duration>

  private let current: Locked<Instant>

  /// A clock that starts at `now`.
  public init(now: Instant = Instant()) {
    current = Locked(now)
  }

  /// The latest instant that a task has waited for.
  public var now: Instant { current.withLock { $0 } }

  /// The shortest time the clock can tell.
  public var minimumResolution: Duration { .zero }

  /// Makes `deadline` the current instant, lets other tasks run, and returns.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    try Task.checkCancellation()
    current.withLock { $0 = max($0, deadline) }
    await Task.yield()
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
  /// A clock on which nothing takes time.
  public static var immediate: Self { ImmediateClock() }
}
