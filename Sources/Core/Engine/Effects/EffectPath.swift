/// The position of an effect in the tree of features: the optional children and collection elements
/// between it and the root.
///
/// A child's effects are cancelled by the path of the child when it is removed.
final class EffectPath: Hashable, Sendable {
  let parent: EffectPath?
  let component: ChildSlot.Component
  /// The contents of the child's slot when the effect started.
  let sighting: ChildSighting

  init(parent: EffectPath?, component: ChildSlot.Component, sighting: ChildSighting) {
    self.parent = parent
    self.component = component
    self.sighting = sighting
  }

  static func == (lhs: EffectPath, rhs: EffectPath) -> Bool {
    lhs === rhs || (lhs.component == rhs.component && lhs.parent == rhs.parent)
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(component)
    hasher.combine(parent)
  }

  /// Whether this path is `ancestor` or lies below it.
  func isWithin(_ ancestor: EffectPath?) -> Bool {
    guard let ancestor else { return true }
    return self == ancestor || (parent?.isWithin(ancestor) ?? false)
  }

  /// Whether the effect outlives its child, or an ancestor of that child.
  var isOrphaned: Bool {
    component.isOrphan || parent?.isOrphaned == true
  }

  /// Calls `body` with this path and its ancestors.
  func forEachAncestor(_ body: (EffectPath) -> Void) {
    body(self)
    parent?.forEachAncestor(body)
  }
}
