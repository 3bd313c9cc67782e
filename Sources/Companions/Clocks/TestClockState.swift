/// The pending sleeps of a ``TestClock``.
struct TestClockState<Duration: DurationProtocol & Hashable> {
  typealias Instant = OffsetInstant<Duration>

  struct Sleep {
    let id: Int
    let deadline: Instant
    /// How late the task is that sleeps: see `ControlledRun`.
    let lateness: Duration
    let continuation: UnsafeContinuation<Void, any Error>
  }

  /// The continuation to resume after the lock is released.
  enum Outcome {
    case nothing
    case wakes(UnsafeContinuation<Void, any Error>)
    case isCancelled(UnsafeContinuation<Void, any Error>)

    func resume() {
      switch self {
      case .nothing: break
      case .wakes(let continuation): continuation.resume()
      case .isCancelled(let continuation): continuation.resume(throwing: CancellationError())
      }
    }
  }

  private(set) var now: Instant
  /// Sorted by deadline; sleeps with equal deadlines stay in the order of their calls.
  private var sleeps: [Sleep] = []
  private var lastID = 0
  /// The instant at which the steps of a controlled run have ended.
  private var end: Instant?

  init(now: Instant) {
    self.now = now
  }

  var waiterCount: Int { sleeps.count }
  var nextDeadline: Instant? { sleeps.first?.deadline }

  mutating func makeID() -> Int {
    lastID += 1
    return lastID
  }

  mutating func insert(_ sleep: Sleep, isCancelled: Bool) -> Outcome {
    guard !isCancelled else { return .isCancelled(sleep.continuation) }
    guard sleep.deadline >= now else { return .wakes(sleep.continuation) }
    let index = sleeps.firstIndex { $0.deadline > sleep.deadline } ?? sleeps.endIndex
    sleeps.insert(sleep, at: index)
    return .nothing
  }

  mutating func cancel(_ id: Int) -> Outcome {
    guard let index = sleeps.firstIndex(where: { $0.id == id }) else { return .nothing }
    return .isCancelled(sleeps.remove(at: index).continuation)
  }

  /// Advances to the next deadline up to `target`, or to `target` if there is none.
  ///
  /// - Returns: The sleep with that deadline.
  mutating func advance(to target: Instant) -> UnsafeContinuation<Void, any Error>? {
    guard let next = sleeps.first, next.deadline <= target else {
      now = max(now, target)
      return nil
    }
    sleeps.removeFirst()
    now = max(now, next.deadline)
    return next.continuation
  }

  /// Removes a sleep whose deadline is reached.
  mutating func nextDue() -> UnsafeContinuation<Void, any Error>? {
    guard let next = sleeps.first, next.deadline <= now else { return nil }
    return sleeps.removeFirst().continuation
  }

  /// Advances to the first deadline that a late task would have reached before the end.
  ///
  /// - Returns: The sleeps with that deadline of such tasks.
  mutating func takeLateSleeps() -> [Sleep] {
    let end = end ?? now
    self.end = end
    let late = sleeps.filter { sleep in
      sleep.lateness > .zero && sleep.deadline <= end.advanced(by: sleep.lateness)
    }
    guard let deadline = late.first?.deadline else { return [] }
    let woken = late.filter { $0.deadline == deadline }
    sleeps.removeAll { sleep in woken.contains { $0.id == sleep.id } }
    now = max(now, deadline)
    return woken
  }
}
