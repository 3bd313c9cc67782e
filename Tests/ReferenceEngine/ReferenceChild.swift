/// One child of a feature: an optional child, the case of an enum, a row, a screen.
public struct ReferenceChild: Hashable, Sendable {
  /// The operator that runs the child. Unique among the operators of one feature and of all that it
  /// embeds with `Scope`.
  public let slot: String
  /// What tells the child from others in its slot.
  public let identity: [Int]
  /// Whether the child was gone when the effect started that the path is of. The effect is not that of
  /// a later child which looks the same.
  var isOrphan = false

  /// A child in a slot.
  public init(slot: String, identity: [Int]) {
    self.slot = slot
    self.identity = identity
  }
}

/// The children on the way from the root to a feature. `Scope` adds none.
public typealias ReferencePath = [ReferenceChild]
