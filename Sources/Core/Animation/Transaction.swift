/// The circumstances of a change, where there is something that animates: see ``Animation``.
public struct Transaction: Sendable {
  /// How the change is to be animated.
  public var animation: Animation?
  /// Whether animations of views are to be left out.
  public var disablesAnimations = false
  /// Whether the change is part of a gesture.
  public var isContinuous = false

  /// The circumstances of a change that is to be animated.
  public init(animation: Animation? = nil) {
    self.animation = animation
  }
}
