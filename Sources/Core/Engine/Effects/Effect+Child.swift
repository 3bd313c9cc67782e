extension Effect {
  /// The effect of a child, to be cancelled when the child goes away.
  @usableFromInline
  func within(_ component: ChildSlot.Component) -> Self {
    guard let node else { return .none }
    return Self(node: ChildNode(node, component))
  }

  /// The effect of the child with the given id, to be cancelled when that goes away.
  @inlinable
  func within(_ slot: ChildSlot, _ id: some Hashable & Sendable) -> Self {
    isNone ? self : within(slot.component(id))
  }

  /// Cancels all effects of a child that went away.
  @usableFromInline
  static func cancelChild(_ component: ChildSlot.Component) -> Self {
    Self(node: CancelChildNode(component))
  }

  /// Cancels the effects of those children in a slot whose ids are gone.
  @usableFromInline
  static func cancelChildren(
    of slot: ChildSlot, where isGone: @escaping (AnyHashable) -> Bool
  ) -> Self {
    Self(node: CancelChildrenNode(slot, isGone))
  }
}

private final class ChildNode<Action>: EffectNode<Action>, @unchecked Sendable {
  let base: EffectNode<Action>
  let component: ChildSlot.Component

  init(_ base: EffectNode<Action>, _ component: ChildSlot.Component) {
    self.base = base
    self.component = component
  }

  override package var kind: EffectKind { base.kind }
  override package func isTracked(by kind: EffectTrackerKind) -> Bool {
    base.isTracked(by: kind)
  }

  override func start(in context: EffectContext<Action>) {
    var context = context
    context.path = EffectPath(parent: context.path, component: component)
    base.start(in: context)
  }
}

/// Housekeeping rather than an effect of the feature: its kind stays `none`.
private final class CancelChildNode<Action>: EffectNode<Action>, @unchecked Sendable {
  let component: ChildSlot.Component

  init(_ component: ChildSlot.Component) {
    self.component = component
  }

  override package func isTracked(by kind: EffectTrackerKind) -> Bool { true }

  override func start(in context: EffectContext<Action>) {
    context.runtime.effects.cancel(
      within: EffectPath(parent: context.path, component: component))
  }
}

private final class CancelChildrenNode<Action>: EffectNode<Action>, @unchecked Sendable {
  let slot: ChildSlot
  let isGone: (AnyHashable) -> Bool

  init(_ slot: ChildSlot, _ isGone: @escaping (AnyHashable) -> Bool) {
    self.slot = slot
    self.isGone = isGone
  }

  override package func isTracked(by kind: EffectTrackerKind) -> Bool { true }

  override func start(in context: EffectContext<Action>) {
    context.runtime.effects.cancelChildren(of: slot, at: context.path, where: isGone)
  }
}
