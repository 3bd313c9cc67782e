extension Effect {
  /// The effect of a child, which ends with the child.
  ///
  /// - Parameters:
  ///   - component: The child.
  ///   - sighting: The current contents of its slot.
  ///   - dismissal: The action by which the effect of a presented child dismisses the child.
  @usableFromInline
  func ofChild(
    _ component: ChildSlot.Component, _ sighting: ChildSighting, dismissal: Action?
  ) -> Self {
    guard let node else { return .none }
    return Self(node: ChildNode(node, component, sighting, dismissal: dismissal))
  }
}

extension ChildSlot {
  /// Cancels the effects of earlier actions whose child no longer exists. Comes before the effects
  /// of the action that is being processed, which must not be cancelled.
  ///
  /// - Parameters:
  ///   - found: The contents of the slot when the action arrived.
  ///   - wasReplaced: Whether the action has replaced or removed the child.
  ///   - sighting: The current contents of the slot.
  @usableFromInline
  func cancelling<Action>(
    found: ChildSighting, wasReplaced: Bool, now sighting: ChildSighting
  ) -> Effect<Action> {
    guard isShared || wasReplaced || seen != found || found != sighting else { return .none }
    return Effect(
      node: ReplacedChildNode(self, found: found, wasReplaced: wasReplaced, now: sighting))
  }

  /// Whether effects of elements run, and other reducers may have changed the collection since the
  /// last call.
  @usableFromInline
  func mayHaveLost(_ structure: UInt64) -> Bool {
    isOccupied && (isShared || seen != .elements(structure: structure))
  }

  /// Cancels the effects of earlier actions whose elements no longer exist.
  ///
  /// - Parameters:
  ///   - found: The collection when the action arrived, if other reducers may have changed it.
  ///   - elements: The current collection, if the action has changed it.
  @usableFromInline
  func cancelling<Action>(found: ChildElements?, now elements: ChildElements?) -> Effect<Action> {
    guard isOccupied, found != nil || elements != nil else { return .none }
    return Effect(node: RemovedElementsNode(self, [found, elements].compactMap(\.self)))
  }
}

/// The elements of a collection at one moment.
@usableFromInline
struct ChildElements {
  let structure: UInt64
  let contains: (AnyHashable) -> Bool

  init(structure: UInt64, contains: @escaping (AnyHashable) -> Bool) {
    self.structure = structure
    self.contains = contains
  }

  @usableFromInline
  init<ID: Hashable, Element>(_ elements: borrowing IdentifiedArray<ID, Element>) {
    structure = elements.structure
    let ids = elements.ids
    contains = { id in (id.base as? ID).map(ids.contains) ?? true }
  }
}

private final class ChildNode<Action>: WrappingNode<Action, Action>, @unchecked Sendable {
  let component: ChildSlot.Component
  let sighting: ChildSighting
  let dismissal: Action?

  init(
    _ base: EffectNode<Action>, _ component: ChildSlot.Component, _ sighting: ChildSighting,
    dismissal: Action?
  ) {
    self.component = component
    self.sighting = sighting
    self.dismissal = dismissal
    super.init(base)
  }

  override var isActionByItself: Bool { true }

  override func withAction(_ body: (UnsafePointer<Action>) -> Void) { base?.withAction(body) }

  override func start(in context: EffectContext<Action>) {
    guard let base else { return }
    var inner = context
    inner.settings.path = EffectPath(
      parent: context.settings.path, component: component, sighting: sighting)
    if let dismissal {
      inner.settings.presentation = Presentation(
        at: inner.settings.path, isolation: context.runtime.isolation
      ) {
        [
          component, outlet = context.outlet, group = context.settings.group,
          tracker = context.settings.tracker,
          chain = context.settings.chain
        ] effect in
        // The feature has already been dismissed, and a successor of it must not be.
        guard !component.isOrphan else { return }
        // The dismissal bypasses the feature's own actions, and their listeners.
        effect?.notifyTrackers(of: dismissal, before: tracker)
        outlet(dismissal, effect, group, chain)
      }
    }
    inner.descend(to: base)
  }
}

/// Housekeeping rather than an effect of the feature: it has no kind.
private final class ReplacedChildNode<Action>: EffectNode<Action>, @unchecked Sendable {
  let slot: ChildSlot
  let found: ChildSighting
  let wasReplaced: Bool
  let sighting: ChildSighting

  init(_ slot: ChildSlot, found: ChildSighting, wasReplaced: Bool, now sighting: ChildSighting) {
    self.slot = slot
    self.found = found
    self.wasReplaced = wasReplaced
    self.sighting = sighting
  }

  override func covers(_ kind: EffectTrackerKind) -> Bool { true }

  override func start(in context: EffectContext<Action>) {
    context.runtime.effects.see(
      sighting, in: slot, of: context.settings.path, found: found, wasReplaced: wasReplaced)
  }
}

/// Housekeeping as well.
private final class RemovedElementsNode<Action>: EffectNode<Action>, @unchecked Sendable {
  let slot: ChildSlot
  let sightings: [ChildElements]

  init(_ slot: ChildSlot, _ sightings: [ChildElements]) {
    self.slot = slot
    self.sightings = sightings
  }

  override func covers(_ kind: EffectTrackerKind) -> Bool { true }

  override func start(in context: EffectContext<Action>) {
    for elements in sightings {
      context.runtime.effects.see(elements, in: slot, of: context.settings.path)
    }
  }
}
