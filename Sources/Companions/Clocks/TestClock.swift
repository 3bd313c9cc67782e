import CompanionSupport
import ComposableConcurrencyExtras
import IssueReporting

/// A clock that a test advances.
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
  /// An instant, as the time since the start of the clock.
  public typealias Instant = OffsetInstant<Duration>

  private let state: Locked<TestClockState<Duration>>

  /// A clock that starts at `now`.
  public init(now: Instant = Instant()) {
    state = Locked(TestClockState(now: now))
  }

  /// The current instant.
  public var now: Instant { state.withLock { $0.now } }

  /// The number of pending sleeps.
  package var waiterCount: Int { state.withLock { $0.waiterCount } }

  /// The resolution of the clock.
  public var minimumResolution: Duration { .zero }

  /// Waits until the clock has been advanced to `deadline`, or, if that is the current instant,
  /// until the next advance.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    try Task.checkCancellation()
    let id = state.withLock { $0.makeID() }
    let lateness: Duration = controlledRun?.lateness(on: self) ?? .zero
    try await withTaskCancellationHandler {
      try await waitingInControlledRun {
        try await withUnsafeThrowingContinuation { continuation in
          let outcome = state.withLock { state in
            state.insert(
              .init(
                id: id, deadline: deadline, lateness: lateness, continuation: continuation),
              isCancelled: Task.isCancelled)
          }
          outcome.resume()
        }
      }
    } onCancel: {
      state.withLock { $0.cancel(id) }.resume()
    }
  }

  /// Fails if a sleep is pending on the clock.
  ///
  /// - Throws: ``SuspensionError``.
  public func checkSuspension() async throws {
    await Task.settle()
    guard waiterCount == 0 else { throw SuspensionError() }
  }

  /// Advances the clock by a duration, resuming pending sleeps in the order of their deadlines.
  ///
  /// A task that resumes may sleep again, and resumes again if its new deadline is reached as well.
  ///
  /// - Parameter duration: How far to advance. Zero lets all tasks run that wait for no later
  ///   instant.
  public func advance(by duration: Duration = .zero) async {
    await advance(to: now.advanced(by: duration))
  }

  /// Advances the clock to an instant, resuming pending sleeps in the order of their deadlines.
  ///
  /// - Parameter deadline: The new instant. The clock never goes back.
  public func advance(to deadline: Instant) async {
    await Task.settle()
    await advanceOnceSettled(to: deadline)
  }

  /// Advances the clock by a duration, where all tasks wait already.
  package nonisolated(nonsending) func advanceOnceSettled(by duration: Duration) async {
    await advanceOnceSettled(to: now.advanced(by: duration))
  }

  // Not on the thread pool: a controlled run would have to choose when the caller gets there.
  private nonisolated(nonsending) func advanceOnceSettled(to deadline: Instant) async {
    while let continuation = moveOn(to: deadline) {
      continuation.resume()
      // Their order is chosen there.
      if controlledRun != nil {
        while let other = state.withLock({ $0.nextDue() }) { other.resume() }
      }
      await Task.settle()
    }
  }

  /// Moves on to the next deadline, or to `target` if there is none before.
  private func moveOn(to target: Instant) -> UnsafeContinuation<Void, any Error>? {
    let (duration, continuation) = state.withLock { state in
      let before = state.now
      let continuation = state.advance(to: target)
      return (before.duration(to: state.now), continuation)
    }
    controlledRun?.timeDidPass(on: self, by: duration)
    return continuation
  }

  /// Advances the clock until no sleep is pending.
  ///
  /// Reports an issue if a sleep is still pending after `duration` and at least 25 attempts, for
  /// example because a timer is never cancelled.
  ///
  /// - Parameters:
  ///   - duration: How long to try.
  ///   - fileID: The call site, for messages.
  ///   - filePath: The call site, for messages.
  ///   - line: The call site, for messages.
  ///   - column: The call site, for messages.
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
    while let deadline = await nextDeadline() {
      // A busy machine may need all of the time for a few attempts, so time alone must not decide.
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

  private nonisolated(nonsending) func nextDeadline() async -> Instant? {
    if let deadline = state.withLock({ $0.nextDeadline }) { return deadline }
    // Tasks in a delay of any length may sleep yet.
    await controlledRun?.becomeIdle()
    return state.withLock { $0.nextDeadline }
  }
}

extension TestClock: ControlledClock {
  package func wakeLateSleeps() -> Bool {
    let (duration, sleeps) = state.withLock { state in
      let before = state.now
      let sleeps = state.takeLateSleeps()
      return (before.duration(to: state.now), sleeps)
    }
    controlledRun?.timeDidPass(on: self, by: duration)
    for sleep in sleeps { sleep.continuation.resume() }
    return !sleeps.isEmpty
  }
}

extension TestClock where Duration == Swift.Duration {
  /// A clock that starts at zero.
  public convenience init() {
    self.init(now: Instant())
  }
}

/// An error: a sleep is pending on a ``TestClock`` on which none is expected.
public struct SuspensionError: Error, CustomStringConvertible {
  init() {}

  /// The expectation, and the possible causes of the failure.
  public var description: String {
    """
    No sleep was expected to be pending on the clock, but one is. Move the clock on with \
    'advance(by:)' or 'run()', or cancel the work that sleeps.
    """
  }
}
