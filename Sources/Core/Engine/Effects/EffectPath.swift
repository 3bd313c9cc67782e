/// Where in the tree of features an effect belongs: the optional children and collection elements
/// on the way from the root to it.
///
/// A child's effects are cancelled by the path of the child when it goes away.
final class EffectPath: Hashable, Sendable {
  let parent: EffectPath?
  let component: ChildSlot.Component

  init(parent: EffectPath?, component: ChildSlot.Component) {
    self.parent = parent
    self.component = component
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
}

/// The place of a child in one parent reducer of one store: an optional child, or a collection.
@usableFromInline
final class ChildSlot: Sendable {
  @usableFromInline
  init() {}

  /// A child in the slot: an element's id, or none where there can be one child only.
  @usableFromInline
  struct Component: Hashable, Sendable {
    let slot: ChildSlot
    let id: AnyHashableSendable?

    @usableFromInline
    init(slot: ChildSlot, id: AnyHashableSendable?) {
      self.slot = slot
      self.id = id
    }

    @usableFromInline
    static func == (lhs: Self, rhs: Self) -> Bool {
      lhs.slot === rhs.slot && lhs.id == rhs.id
    }

    @usableFromInline
    func hash(into hasher: inout Hasher) {
      hasher.combine(ObjectIdentifier(slot))
      hasher.combine(id)
    }
  }

  @usableFromInline
  var component: Component { Component(slot: self, id: nil) }

  @usableFromInline
  func component(_ id: some Hashable & Sendable) -> Component {
    Component(slot: self, id: AnyHashableSendable(id))
  }
}
