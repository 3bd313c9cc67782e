/// A time between two instants of a scheduler: `.seconds(1)`, `.milliseconds(300)`, or a literal in
/// seconds, `0.3`.
public struct SchedulerInterval: Hashable, Sendable {
  /// The interval as a duration.
  public var duration: Duration

  /// An interval of the given duration.
  public init(_ duration: Duration) {
    self.duration = duration
  }

  /// The interval in seconds.
  public var timeInterval: Double { duration / .seconds(1) }

  /// An interval in seconds.
  public static func seconds(_ seconds: Int) -> Self { Self(.seconds(seconds)) }
  /// An interval in seconds.
  public static func seconds(_ seconds: Double) -> Self { Self(.seconds(seconds)) }
  /// An interval in milliseconds.
  public static func milliseconds(_ milliseconds: Int) -> Self { Self(.milliseconds(milliseconds)) }
  /// An interval in microseconds.
  public static func microseconds(_ microseconds: Int) -> Self { Self(.microseconds(microseconds)) }
  /// An interval in nanoseconds.
  public static func nanoseconds(_ nanoseconds: Int) -> Self { Self(.nanoseconds(nanoseconds)) }
}

extension SchedulerInterval: Comparable, ExpressibleByFloatLiteral, SignedNumeric {
  /// An interval in seconds.
  public init(integerLiteral seconds: Int) { self.init(.seconds(seconds)) }
  /// An interval in seconds.
  public init(floatLiteral seconds: Double) { self.init(.seconds(seconds)) }
  /// An interval in seconds.
  public init?<Seconds: BinaryInteger>(exactly seconds: Seconds) {
    guard let seconds = Int(exactly: seconds) else { return nil }
    self.init(.seconds(seconds))
  }

  /// The empty interval.
  public static var zero: Self { Self(.zero) }

  /// The absolute value.
  public var magnitude: Self { self < .zero ? Self(.zero - duration) : self }

  /// Whether the first is shorter.
  public static func < (lhs: Self, rhs: Self) -> Bool { lhs.duration < rhs.duration }
  /// The sum.
  public static func + (lhs: Self, rhs: Self) -> Self { Self(lhs.duration + rhs.duration) }
  /// The difference.
  public static func - (lhs: Self, rhs: Self) -> Self { Self(lhs.duration - rhs.duration) }
  /// The first multiplied by the seconds of the second.
  public static func * (lhs: Self, rhs: Self) -> Self { Self(lhs.duration * rhs.timeInterval) }
  /// Multiplies this interval by the seconds of another.
  public static func *= (lhs: inout Self, rhs: Self) { lhs = lhs * rhs }
}
