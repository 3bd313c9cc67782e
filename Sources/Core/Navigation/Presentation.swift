import CCore

/// The presentation of a feature for its effects, which dismiss it through the parent.
///
/// Unchecked: it is used in the isolation of its store only.
final class Presentation: @unchecked Sendable {
  /// The component of the feature.
  let path: EffectPath?
  private let isolation: any Actor
  /// Sends the action that dismisses the feature, on behalf of one of its effects.
  private let sendDismissal: (RunningEffect?) -> Void

  init(
    at path: EffectPath?, isolation: any Actor, sendDismissal: @escaping (RunningEffect?) -> Void
  ) {
    self.path = path
    self.isolation = isolation
    self.sendDismissal = sendDismissal
  }

  /// Dismisses the feature, and returns when that is complete.
  nonisolated(nonsending) func dismiss(for effect: RunningEffect) async {
    await dismiss(for: effect, in: isolation)
  }

  private func dismiss(for effect: RunningEffect, in isolation: isolated any Actor) async {
    // An unstructured task of the effect may continue after the dismissal of the feature.
    guard !effect.isDismissed else { return }
    sendDismissal(effect.isFinished ? nil : effect)
  }

  /// Whether the running code, a reducer or an effect, belongs to a presented feature or to a part
  /// of one.
  static var isCurrent: Bool {
    if let frame = composable_get_frame() { return frame.pointee.is_presented }
    return RunningEffect.current?.presentation != nil
  }

  /// Runs the reducer of a presented feature.
  @inline(__always)
  static func reduce(_ body: () -> AnyEffectNode?) -> AnyEffectNode? {
    guard let frame = composable_get_frame() else { return body() }
    let isPresented = frame.pointee.is_presented
    frame.pointee.is_presented = true
    defer { frame.pointee.is_presented = isPresented }
    return body()
  }
}

extension Effect {
  /// The effect of a presented feature: cancelled by the feature's dismissal, and able to dismiss
  /// the feature by sending `dismissal`.
  func presented(
    _ slot: ChildSlot, id: (some Hashable & Sendable)?, _ sighting: ChildSighting, isOrphan: Bool,
    dismissal: @autoclosure () -> Action
  ) -> Self {
    presented(
      .init(slot: slot, id: id.map { AnyHashableSendable($0) }, isOrphan: isOrphan), sighting,
      dismissal: dismissal)
  }

  /// The effect of the only presented feature.
  func presented(
    _ slot: ChildSlot, _ sighting: ChildSighting, isOrphan: Bool,
    dismissal: @autoclosure () -> Action
  ) -> Self {
    presented(.init(slot: slot, id: nil, isOrphan: isOrphan), sighting, dismissal: dismissal)
  }

  private func presented(
    _ component: ChildSlot.Component, _ sighting: ChildSighting, dismissal: () -> Action
  ) -> Self {
    guard let node else { return .none }
    return Self(node: PresentedNode(node, component, sighting, dismissal: dismissal()))
  }
}

private final class PresentedNode<Action>: EffectNode<Action>, @unchecked Sendable {
  private var base: EffectNode<Action>?
  let component: ChildSlot.Component
  let sighting: ChildSighting
  let dismissal: Action

  init(
    _ base: EffectNode<Action>, _ component: ChildSlot.Component, _ sighting: ChildSighting,
    dismissal: Action
  ) {
    self.base = base
    self.component = component
    self.sighting = sighting
    self.dismissal = dismissal
  }

  override var wrapped: AnyEffectNode? { base }
  override var isActionByItself: Bool { true }

  override func withAction(_ body: (UnsafePointer<Action>) -> Void) { base?.withAction(body) }

  override func start(in context: EffectContext<Action>) {
    guard let base else { return }
    var inner = context
    inner.path = EffectPath(parent: context.path, component: component, sighting: sighting)
    // The feature has already been dismissed, and a successor of it must not be.
    guard !component.isOrphan else {
      inner.presentation = Presentation(at: inner.path, isolation: context.runtime.isolation) { _ in
      }
      return inner.descend(to: base)
    }
    inner.presentation = Presentation(at: inner.path, isolation: context.runtime.isolation) {
      [dismissal, outlet = context.outlet, group = context.group, tracker = context.tracker] effect
      in
      // The dismissal bypasses the feature's own actions, and their listeners.
      effect?.tellTrackers(of: dismissal, before: tracker)
      outlet(dismissal, effect, group)
    }
    inner.descend(to: base)
  }

  override func takeWrapped() -> AnyEffectNode? {
    defer { base = nil }
    return base
  }

  deinit { endNodesBelow() }
}
