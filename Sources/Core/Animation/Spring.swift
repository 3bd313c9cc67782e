/// The motion of a spring, for front ends with animations: see ``Animation``.
public struct Spring: Hashable, Sendable {
  /// A spring with a duration and a bounce.
  public init(duration: Double = 0.5, bounce: Double = 0) {}

  /// A spring with a response and a damping ratio.
  public init(response: Double, dampingRatio: Double) {}

  /// A spring with a mass.
  public init(mass: Double = 1, stiffness: Double, damping: Double, allowOverDamping: Bool = false)
  {}

  /// A spring without bounce.
  public static var smooth: Self { Self() }
  /// A spring without bounce.
  public static func smooth(duration: Double = 0.5, extraBounce: Double = 0) -> Self { Self() }
  /// A spring with a little bounce.
  public static var snappy: Self { Self() }
  /// A spring with a little bounce.
  public static func snappy(duration: Double = 0.5, extraBounce: Double = 0) -> Self { Self() }
  /// A spring with more bounce.
  public static var bouncy: Self { Self() }
  /// A spring with more bounce.
  public static func bouncy(duration: Double = 0.5, extraBounce: Double = 0) -> Self { Self() }
}
