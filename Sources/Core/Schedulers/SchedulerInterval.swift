/// A time between two instants of a scheduler: `.seconds(1)`, `.milliseconds(300)`, or a literal
/// that counts seconds, `0.3`.
public struct SchedulerInterval: Hashable, Sendable {
  /// The interval as a duration.
  public var duration: Duration

  /// The interval that is as long as a duration.
  public init(_ duration: Duration) {
    self.duration = duration
  }

  /// The interval in seconds.
  public var timeInterval: Double { duration / .seconds(1) }

  /// So many seconds.
  public static func seconds(_ seconds: Int) -> Self { Self(.seconds(seconds)) }
  /// So many seconds.
  public static func seconds(_ seconds: Double) -> Self { Self(.seconds(seconds)) }
  /// So many milliseconds.
  public static func milliseconds(_ milliseconds: Int) -> Self { Self(.milliseconds(milliseconds)) }
  /// So many microseconds.
  public static func microseconds(_ microseconds: Int) -> Self { Self(.microseconds(microseconds)) }
  /// So many nanoseconds.
  public static func nanoseconds(_ nanoseconds: Int) -> Self { Self(.nanoseconds(nanoseconds)) }
}

extension SchedulerInterval: Comparable, ExpressibleByFloatLiteral, SignedNumeric {
  /// So many seconds.
  public init(integerLiteral seconds: Int) { self.init(.seconds(seconds)) }
  /// So many seconds.
  public init(floatLiteral seconds: Double) { self.init(.seconds(seconds)) }
  /// So many seconds.
  public init?<Seconds: BinaryInteger>(exactly seconds: Seconds) {
    guard let seconds = Int(exactly: seconds) else { return nil }
    self.init(.seconds(seconds))
  }

  /// No time.
  public static var zero: Self { Self(.zero) }

  /// The length, whichever way it goes.
  public var magnitude: Self { self < .zero ? Self(.zero - duration) : self }

  /// Whether the first is shorter.
  public static func < (lhs: Self, rhs: Self) -> Bool { lhs.duration < rhs.duration }
  /// One after the other.
  public static func + (lhs: Self, rhs: Self) -> Self { Self(lhs.duration + rhs.duration) }
  /// The difference.
  public static func - (lhs: Self, rhs: Self) -> Self { Self(lhs.duration - rhs.duration) }
  /// The first as often as the second has seconds.
  public static func * (lhs: Self, rhs: Self) -> Self { Self(lhs.duration * rhs.timeInterval) }
  /// Makes this interval as long as it is times the seconds of another.
  public static func *= (lhs: inout Self, rhs: Self) { lhs = lhs * rhs }
}
