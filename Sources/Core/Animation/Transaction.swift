/// The context of a change, for front ends with animations: see ``Animation``.
public struct Transaction: Sendable {
  /// The animation of the change.
  public var animation: Animation?
  /// Whether views skip their animations.
  public var disablesAnimations = false
  /// Whether the change is part of a gesture.
  public var isContinuous = false

  /// The context of an animated change.
  public init(animation: Animation? = nil) {
    self.animation = animation
  }
}
