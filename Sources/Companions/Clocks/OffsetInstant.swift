/// An instant of a clock without an epoch, as an offset from the start of the clock.
public struct OffsetInstant<Duration: DurationProtocol & Hashable>: InstantProtocol {
  /// The time since the start of the clock.
  public let offset: Duration

  /// The instant that is `offset` after the start of the clock.
  public init(offset: Duration = .zero) {
    self.offset = offset
  }

  /// The instant that is `duration` after this one.
  public func advanced(by duration: Duration) -> Self {
    Self(offset: offset + duration)
  }

  /// The time from this instant to another.
  public func duration(to other: Self) -> Duration {
    other.offset - offset
  }

  /// Whether the first is earlier.
  public static func < (lhs: Self, rhs: Self) -> Bool {
    lhs.offset < rhs.offset
  }
}
