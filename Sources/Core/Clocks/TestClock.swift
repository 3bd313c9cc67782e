import IssueReporting

/// A clock that a test moves on.
///
/// ```swift
/// let clock = TestClock()
/// let store = TestStore(initialState: Feature.State()) {
///   Feature()
/// } withDependencies: {
///   $0.continuousClock = clock
/// }
/// await store.send(.startTimerButtonTapped)
/// await clock.advance(by: .seconds(1))
/// await store.receive(\.timerTicked) { $0.secondsElapsed = 1 }
/// ```
public final class TestClock<Duration: DurationProtocol & Hashable>: Clock {
  /// An instant, as the time since the clock's beginning.
  public typealias Instant = OffsetInstant<Duration>

  private let state: Locked<TestClockState<Duration>>

  /// A clock that starts at `now`.
  public init(now: Instant = Instant()) {
    state = Locked(TestClockState(now: now))
  }

  /// The current instant.
  public var now: Instant { state.withLock { $0.now } }

  /// How many wait.
  package var waiterCount: Int { state.withLock { $0.waiterCount } }

  /// The shortest time the clock can tell.
  public var minimumResolution: Duration { .zero }

  /// Waits until the clock has been moved to `deadline`, and if that is the current instant, until
  /// it is moved at all.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    try Task.checkCancellation()
    let id = state.withLock { $0.makeID() }
    try await withTaskCancellationHandler {
      try await withUnsafeThrowingContinuation { continuation in
        let outcome = state.withLock { state in
          state.insert(
            .init(id: id, deadline: deadline, continuation: continuation),
            isCancelled: Task.isCancelled)
        }
        outcome.resume()
      }
    } onCancel: {
      state.withLock { $0.cancel(id) }.resume()
    }
  }

  /// Fails if a task is waiting on the clock.
  ///
  /// - Throws: ``SuspensionError``.
  public func checkSuspension() async throws {
    await Task.settle()
    guard waiterCount == 0 else { throw SuspensionError() }
  }

  /// Moves the clock on by a duration, waking the tasks that wait on the way in the order of their
  /// deadlines.
  ///
  /// Those that wake may wait again, and wake again if that is still on the way.
  ///
  /// - Parameter duration: How far to move. Zero lets all tasks run that wait for no later instant.
  public func advance(by duration: Duration = .zero) async {
    await advance(to: now.advanced(by: duration))
  }

  /// Moves the clock on to an instant, waking the tasks that wait on the way in the order of their
  /// deadlines.
  ///
  /// - Parameter deadline: Where to move. The clock never goes back.
  public func advance(to deadline: Instant) async {
    await Task.settle()
    while let continuation = state.withLock({ $0.advance(to: deadline) }) {
      continuation.resume()
      await Task.settle()
    }
  }

  /// Moves the clock on until no task waits any more.
  ///
  /// If a task still waits after that has been tried for a while, and 25 times at least, such
  /// as a timer that is never cancelled, an issue is reported.
  ///
  /// - Parameters:
  ///   - duration: For how long to try.
  ///   - fileID: Where this is called, for messages.
  ///   - filePath: Where this is called, for messages.
  ///   - line: Where this is called, for messages.
  ///   - column: Where this is called, for messages.
  public func run(
    timeout duration: Swift.Duration = .milliseconds(500),
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async {
    let limit = ContinuousClock.now.advanced(by: duration)
    await Task.settle()
    var attempts = 0
    while let deadline = state.withLock({ $0.nextDeadline }) {
      // A busy machine may need all of the time for a few attempts: time alone must not decide.
      guard ContinuousClock.now < limit || attempts < 25 else {
        return reportIssue(
          """
          The clock was run for \(duration), and a sleep on it is still pending.

          A timer goes on until its task is cancelled: cancel it before the clock is run, or move \
          the clock on with 'advance(by:)'. If there is only very much to do, pass a larger \
          'timeout:'.
          """,
          fileID: fileID, filePath: filePath, line: line, column: column)
      }
      await advance(to: deadline)
      attempts += 1
    }
  }
}

extension TestClock where Duration == Swift.Duration {
  /// A clock that starts at zero.
  public convenience init() {
    self.init(now: Instant())
  }
}

/// Says that a sleep is pending on a ``TestClock`` on which none is expected.
public struct SuspensionError: Error, CustomStringConvertible {
  init() {}

  /// What was expected, and what may be wrong.
  public var description: String {
    """
    No sleep was expected to be pending on the clock, but one is. Move the clock on with \
    'advance(by:)' or 'run()', or cancel the work that sleeps.
    """
  }
}
