import Synchronization

/// The state of an interval, which ``Signposter/beginInterval(_:id:_:)`` returns. Pass it to
/// ``Signposter/endInterval(_:_:_:fileID:filePath:line:column:)`` once.
///
/// It may be copied, kept, and passed to other tasks and threads. When the last copy is released
/// before the interval was ended, the interval ends as ``TraceSchema/IntervalOutcome/abandoned``.
public struct SignpostIntervalState: Sendable {
  /// `nil` if the begin of the interval was not recorded.
  @usableFromInline let interval: OpenInterval?

  @usableFromInline
  init(_ interval: OpenInterval?) {
    self.interval = interval
  }
}

/// An interval that other code ends, once.
@usableFromInline
final class OpenInterval: Sendable {
  /// The state of the interval when it was ended.
  enum Claim {
    /// Open: this call ends it.
    case isFirst
    /// Ended once.
    case isSecond
    /// Ended more than once, which was reported.
    case isLater
  }

  let interval: SignpostInterval
  private let ends = Atomic<Int>(0)

  init(_ interval: SignpostInterval) {
    self.interval = interval
  }

  deinit {
    if claimEnd() == .isFirst { interval.end(.abandoned) }
  }

  func claimEnd() -> Claim {
    switch ends.wrappingAdd(1, ordering: .relaxed).oldValue {
    case 0: .isFirst
    case 1: .isSecond
    default: .isLater
    }
  }
}
