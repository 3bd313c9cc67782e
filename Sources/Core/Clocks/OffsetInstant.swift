/// An instant of a clock that has no epoch of its own: so long after its beginning.
public struct OffsetInstant<Duration: DurationProtocol & Hashable>: InstantProtocol {
  /// The time since the beginning.
  public let offset: Duration

  /// The instant that is `offset` after the beginning.
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
