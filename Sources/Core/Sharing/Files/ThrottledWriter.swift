import CompanionSupport
import Dispatch
import Foundation

/// Writes the first time at once, and then at most once per interval; the last request is always
/// written.
///
/// Unchecked: mutable state is accessed under locks only.
class ThrottledWriter: @unchecked Sendable {
  private let isThrottled: Bool
  private let writesFirstAtOnce: Bool
  private let throttle: Locked<Throttle>
  private let timing: WriteTiming
  /// Held while writing, so that a flush waits for a write in progress.
  private let writing = NSRecursiveLock()

  /// - Parameters:
  ///   - interval: The minimum time between writes; `nil` to write each time, synchronously.
  ///   - writesFirstAtOnce: Whether the first write takes place where it is requested, rather than
  ///     in the background.
  ///   - timing: The clock that measures the interval.
  init(interval: Duration?, writesFirstAtOnce: Bool, timing: WriteTiming = .background) {
    self.timing = timing
    isThrottled = interval != nil
    self.writesFirstAtOnce = writesFirstAtOnce
    throttle = Locked(Throttle(interval: interval ?? .zero))
  }

  /// Performs the pending write. Overridden by subclasses.
  ///
  /// - Returns: A function to call afterwards, outside of the lock.
  func write() -> (() -> Void)? { nil }

  /// Requests a write: it happens now if the last one is long enough ago, and later otherwise.
  func requestWrite() {
    guard isThrottled else {
      writing.withLock { write() }?()
      return
    }
    let request = throttle.withLock { throttle in
      throttle.request(at: timing.now()).map { (delay: $0, number: throttle.number) }
    }
    guard let request else { return }
    if writesFirstAtOnce && request.delay == .zero { return flush(request.number) }
    PendingWriters.shared.insert(self)
    timing.perform(request.delay) { [self] in
      flush(request.number)
    }
  }

  /// Performs a pending write now, and waits for it.
  func flush() {
    flush(nil)
  }

  /// - Parameter number: The request to answer, if it has not been answered yet; any if omitted.
  private func flush(_ number: Int?) {
    let completion: (() -> Void)? = writing.withLock {
      guard throttle.withLock({ $0.begin(number, at: timing.now()) }) else { return nil }
      let completion = write()
      PendingWriters.shared.remove(self) { !throttle.withLock(\.isRequested) }
      return completion
    }
    completion?()
  }
}

/// Measures the time between writes, and schedules them.
struct WriteTiming: Sendable {
  /// The current instant.
  let now: @Sendable () -> ContinuousClock.Instant
  /// Runs a closure after a delay.
  let perform: @Sendable (_ delay: Duration, _ work: @escaping @Sendable () -> Void) -> Void

  /// The continuous clock, and a background queue.
  static let background = WriteTiming(now: { .now }) { delay, work in
    DispatchQueue.global(qos: .utility).asyncAfter(
      deadline: .now() + delay.seconds, execute: work)
  }

  /// The clock and the queue of a scheduler.
  static func scheduled(by scheduler: some Scheduler) -> Self {
    let start = (ContinuousClock.now, scheduler.now)
    return WriteTiming(
      now: { start.0 + start.1.distance(to: scheduler.now).duration },
      perform: { scheduler.schedule(after: $0, $1) })
  }
}

/// Decides when the next write takes place.
package struct Throttle {
  private let interval: Duration
  package private(set) var isRequested = false
  /// The number of the last request.
  package private(set) var number = 0
  private var next: ContinuousClock.Instant?

  /// - Parameter interval: The time between two writes.
  package init(interval: Duration) {
    self.interval = interval
  }

  /// - Returns: How long to wait before the write; `nil` if one is scheduled already.
  package mutating func request(at now: ContinuousClock.Instant) -> Duration? {
    guard !isRequested else { return nil }
    isRequested = true
    number += 1
    return next.map { max(.zero, now.duration(to: $0)) } ?? .zero
  }

  /// - Parameters:
  ///   - number: The request to answer; any if omitted.
  ///   - now: The time.
  /// - Returns: Whether there is a pending write.
  package mutating func begin(_ number: Int? = nil, at now: ContinuousClock.Instant) -> Bool {
    guard isRequested, number == nil || number == self.number else { return false }
    isRequested = false
    next = now + interval
    return true
  }
}

extension Duration {
  var seconds: Double {
    Double(components.seconds) + Double(components.attoseconds) / 1e18
  }
}

/// Writers with pending writes. They are retained here, although all references to the value may be
/// gone, and flushed at the latest when the program exits.
private final class PendingWriters: Sendable {
  static let shared = PendingWriters()

  private let writers = Locked<[ObjectIdentifier: ThrottledWriter]>([:])

  private init() {
    atexit { PendingWriters.shared.flush() }
  }

  func insert(_ writer: ThrottledWriter) {
    writers.withLock { $0[ObjectIdentifier(writer)] = writer }
  }

  /// - Parameter condition: Evaluated while no writer can be inserted.
  func remove(_ writer: ThrottledWriter, if condition: () -> Bool) {
    // Released outside of the lock.
    _ = writers.withLock { writers in
      condition() ? writers.removeValue(forKey: ObjectIdentifier(writer)) : nil
    }
  }

  private func flush() {
    for writer in writers.withLock({ $0 }).values { writer.flush() }
  }
}
