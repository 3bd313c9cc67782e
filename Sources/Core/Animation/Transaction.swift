/// The context of a change, for front ends with animations: see ``Animation``.
public struct Transaction: Sendable {
  /// The animation of the change.
  public var animation: Animation?
  /// Whether views skip their animations.
  public var disablesAnimations = false
  /// Whether the change is part of a gesture.
  public var isContinuous = false
  /// Whether the change is one of a series whose velocity counts.
  public var tracksVelocity = false

  /// The context of an animated change.
  public init(animation: Animation? = nil) {
    self.animation = animation
  }
}

/// Runs `body`, whose changes an animation would show.
///
/// - Parameters:
///   - animation: The animation, which has no effect.
///   - body: Makes the changes.
public func withAnimation<Result>(
  _ animation: Animation? = .default, _ body: () throws -> Result
) rethrows -> Result {
  try body()
}

/// Runs `body`, whose changes are made in a context.
///
/// - Parameters:
///   - transaction: The context, which has no effect.
///   - body: Makes the changes.
public func withTransaction<Result>(
  _ transaction: Transaction, _ body: () throws -> Result
) rethrows -> Result {
  try body()
}
