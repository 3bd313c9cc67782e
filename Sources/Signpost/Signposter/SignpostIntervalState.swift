import Synchronization

/// What ``Signposter/beginInterval(_:id:_:)`` returns, to be passed to
/// ``Signposter/endInterval(_:_:_:fileID:filePath:line:column:)`` once.
///
/// It may be copied, kept, and passed to other tasks and threads. An interval whose state goes away
/// before it was ended can't be ended any more: it ends then, as
/// ``SignpostIntervalOutcome/abandoned``.
public struct SignpostIntervalState: Sendable {
  /// `nil` if nobody heard the interval begin.
  @usableFromInline let interval: OpenInterval?

  @usableFromInline
  init(_ interval: OpenInterval?) {
    self.interval = interval
  }
}

/// An interval that is ended from elsewhere, once.
@usableFromInline
final class OpenInterval: Sendable {
  /// What an end found the interval to be.
  enum Claim {
    /// Open: it is this one that ends it.
    case isFirst
    /// Ended, and nobody was told that it was ended again.
    case isSecond
    /// Ended, and somebody was told.
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
