/// How a change is to be animated, where there is something that animates.
///
/// There are no views here: the value is accepted wherever feature code passes one, so that it
/// compiles as it is, and has no effect.
public struct Animation: Hashable, Sendable {
  private init() {}

  /// The animation of a front end that names none.
  public static var `default`: Self { Self() }
  /// Slow first, fast then.
  public static var easeIn: Self { Self() }
  /// Slow first, fast then.
  public static func easeIn(duration: Double) -> Self { Self() }
  /// Fast first, slow then.
  public static var easeOut: Self { Self() }
  /// Fast first, slow then.
  public static func easeOut(duration: Double) -> Self { Self() }
  /// Slow first and last.
  public static var easeInOut: Self { Self() }
  /// Slow first and last.
  public static func easeInOut(duration: Double) -> Self { Self() }
  /// Equally fast all the time.
  public static var linear: Self { Self() }
  /// Equally fast all the time.
  public static func linear(duration: Double) -> Self { Self() }
  /// A spring.
  public static var spring: Self { Self() }
  /// A spring.
  public static func spring(
    response: Double = 0.5, dampingFraction: Double = 0.825, blendDuration: Double = 0
  ) -> Self { Self() }
  /// A spring.
  public static func spring(
    duration: Double, bounce: Double = 0, blendDuration: Double = 0
  ) -> Self { Self() }
  /// A spring that follows a finger.
  public static var interactiveSpring: Self { Self() }
  /// A spring that follows a finger.
  public static func interactiveSpring(
    response: Double = 0.15, dampingFraction: Double = 0.86, blendDuration: Double = 0.25
  ) -> Self { Self() }
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

  /// The same, later.
  public func delay(_ delay: Double) -> Self { self }
  /// The same, faster or slower.
  public func speed(_ speed: Double) -> Self { self }
  /// The same, several times.
  public func repeatCount(_ repeatCount: Int, autoreverses: Bool = true) -> Self { self }
  /// The same, again and again.
  public func repeatForever(autoreverses: Bool = true) -> Self { self }
}
