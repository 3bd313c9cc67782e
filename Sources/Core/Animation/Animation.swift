/// The animation of a change, for front ends with animations.
///
/// There are no views here: the type exists so that feature code that passes animations compiles
/// unchanged, and has no effect.
public struct Animation: Hashable, Sendable {
  private init() {}

  /// The animation of a front end that specifies none.
  public static var `default`: Self { Self() }
  /// Starts slowly.
  public static var easeIn: Self { Self() }
  /// Starts slowly.
  public static func easeIn(duration: Double) -> Self { Self() }
  /// Ends slowly.
  public static var easeOut: Self { Self() }
  /// Ends slowly.
  public static func easeOut(duration: Double) -> Self { Self() }
  /// Starts and ends slowly.
  public static var easeInOut: Self { Self() }
  /// Starts and ends slowly.
  public static func easeInOut(duration: Double) -> Self { Self() }
  /// Constant speed.
  public static var linear: Self { Self() }
  /// Constant speed.
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
  /// A spring.
  public static func spring(_ spring: Spring, blendDuration: Double = 0) -> Self { Self() }
  /// A spring that overlaps with others, which add up.
  public static var interpolatingSpring: Self { Self() }
  /// A spring that overlaps with others, which add up.
  public static func interpolatingSpring(
    mass: Double = 1, stiffness: Double, damping: Double, initialVelocity: Double = 0
  ) -> Self { Self() }
  /// A spring that overlaps with others, which add up.
  public static func interpolatingSpring(
    duration: Double = 0.5, bounce: Double = 0, initialVelocity: Double = 0
  ) -> Self { Self() }
  /// A spring that overlaps with others, which add up.
  public static func interpolatingSpring(
    _ spring: Spring, initialVelocity: Double = 0
  ) -> Self { Self() }
  /// The speed of a cubic curve between two control points.
  public static func timingCurve(
    _ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double, duration: Double = 0.35
  ) -> Self { Self() }
  /// A spring for direct manipulation.
  public static var interactiveSpring: Self { Self() }
  /// A spring for direct manipulation.
  public static func interactiveSpring(
    duration: Double, extraBounce: Double = 0, blendDuration: Double = 0.25
  ) -> Self { Self() }
  /// A spring for direct manipulation.
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

  /// The same animation, delayed.
  public func delay(_ delay: Double) -> Self { self }
  /// The same animation at another speed.
  public func speed(_ speed: Double) -> Self { self }
  /// The same animation, several times.
  public func repeatCount(_ repeatCount: Int, autoreverses: Bool = true) -> Self { self }
  /// The same animation, which counts as complete earlier.
  public func logicallyComplete(after duration: Double) -> Self { self }
  /// The same animation, repeated forever.
  public func repeatForever(autoreverses: Bool = true) -> Self { self }
}
