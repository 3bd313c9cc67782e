import Dispatch
import Foundation

/// Writes first at once, and then at most once per interval; what was asked for last is always
/// written.
///
/// Unchecked: what changes is touched under locks only.
class ThrottledWriter: @unchecked Sendable {
  private let isThrottled: Bool
  private let writesFirstAtOnce: Bool
  private let throttle: Locked<Throttle>
  private let timing: WriteTiming
  /// Held while writing, so that a flush waits for what is being written.
  private let writing = NSRecursiveLock()

  /// - Parameters:
  ///   - interval: How long to wait between writes; `nil` to write each time, where it is asked
  ///     for.
  ///   - writesFirstAtOnce: Whether the first write takes place where it is asked for, rather than
  ///     in the background.
  ///   - timing: What measures the interval.
  init(interval: Duration?, writesFirstAtOnce: Bool, timing: WriteTiming = .background) {
    self.timing = timing
    isThrottled = interval != nil
    self.writesFirstAtOnce = writesFirstAtOnce
    throttle = Locked(Throttle(interval: interval ?? .zero))
  }

  /// Writes what there is to write. Overridden.
  ///
  /// - Returns: What to do afterwards, when others may write again.
  func write() -> (() -> Void)? { nil }

  /// Writes soon: now if the last write is long enough ago.
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

  /// Writes now, if there is something to write, and waits for it.
  func flush() {
    flush(nil)
  }

  /// - Parameter number: The request to answer, if it has not been answered yet; any if left out.
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

/// What measures the time between writes, and waits for it.
struct WriteTiming: Sendable {
  /// The current instant.
  let now: @Sendable () -> ContinuousClock.Instant
  /// Does some work after a while.
  let perform: @Sendable (_ delay: Duration, _ work: @escaping @Sendable () -> Void) -> Void

  /// The time of the program, and a queue in the background.
  static let background = WriteTiming(now: { .now }) { delay, work in
    DispatchQueue.global(qos: .utility).asyncAfter(
      deadline: .now() + delay.seconds, execute: work)
  }

  /// The time and the work of a scheduler.
  static func scheduled(by scheduler: some Scheduler) -> Self {
    let start = (ContinuousClock.now, scheduler.now)
    return WriteTiming(
      now: { start.0 + start.1.distance(to: scheduler.now).duration },
      perform: { scheduler.schedule(after: $0, $1) })
  }
}

/// When to write next.
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

  /// - Returns: How long to wait until a write begins; `nil` if one is to begin anyway.
  package mutating func request(at now: ContinuousClock.Instant) -> Duration? {
    guard !isRequested else { return nil }
    isRequested = true
    number += 1
    return next.map { max(.zero, now.duration(to: $0)) } ?? .zero
  }

  /// - Parameters:
  ///   - number: The request to answer; any if left out.
  ///   - now: The time.
  /// - Returns: Whether there is something to write.
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

/// What is still to be written. It is kept here, although all references to the value may be gone,
/// and written at the latest when the program exits.
private final class PendingWriters: Sendable {
  static let shared = PendingWriters()

  private let writers = Locked<[ObjectIdentifier: ThrottledWriter]>([:])

  private init() {
    atexit { PendingWriters.shared.flush() }
  }

  func insert(_ writer: ThrottledWriter) {
    writers.withLock { $0[ObjectIdentifier(writer)] = writer }
  }

  /// - Parameter condition: Asked while none can be inserted.
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
