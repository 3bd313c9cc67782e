/// One child of a feature: an optional child, the case of an enum, a row, a screen.
public struct ReferenceChild: Hashable, Sendable {
  /// The operator that runs the child. Unique among the operators of one feature and of all that it
  /// embeds with `Scope`.
  public let slot: String
  /// Distinguishes the child from others in its slot.
  public let identity: [Int]
  /// A number of its own where the child was gone when the effect started that the path is of, or
  /// 0. The effect does not belong to another child which looks the same.
  var orphan = 0
  var isOrphan: Bool { orphan != 0 }

  /// A child in a slot.
  public init(slot: String, identity: [Int]) {
    self.slot = slot
    self.identity = identity
  }
}

/// The children on the way from the root to a feature. `Scope` adds none.
public typealias ReferencePath = [ReferenceChild]
