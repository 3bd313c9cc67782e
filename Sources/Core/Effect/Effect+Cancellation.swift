extension Effect {
  /// This effect, cancellable by an id.
  ///
  /// - Parameters:
  ///   - id: Names the effect. Ids of different types never match, and neither do those of two root
  ///     stores.
  ///   - cancelInFlight: Whether to cancel effects with the same id that run already.
  public func cancellable(id: some Hashable & Sendable, cancelInFlight: Bool = false) -> Self {
    guard let node else { return .none }
    return Self(
      node: CancellableNode(node, id: CancelID(id), cancelInFlight: cancelInFlight))
  }

  /// Cancels the effects with the given id that this feature or a child of it started.
  ///
  /// Where it is merged with effects of that id, only those that ran before are cancelled, in whichever
  /// order they are merged.
  public static func cancel(id: some Hashable & Sendable) -> Self {
    Self(node: CancelNode(CancelID(id)))
  }
}

private final class CancellableNode<Action>: EffectNode<Action>, @unchecked Sendable {
  let base: EffectNode<Action>
  let id: CancelID
  let cancelInFlight: Bool

  init(_ base: EffectNode<Action>, id: CancelID, cancelInFlight: Bool) {
    self.base = base
    self.id = id
    self.cancelInFlight = cancelInFlight
  }

  override package var kind: EffectKind { base.kind }
  override package func isTracked(by kind: EffectTrackerKind) -> Bool {
    base.isTracked(by: kind)
  }
  override var isAction: Bool { !cancelInFlight && base.isAction }

  override func withAction(_ body: (UnsafePointer<Action>) -> Void) { base.withAction(body) }

  override func start(in context: EffectContext<Action>) {
    if cancelInFlight {
      context.runtime.effects.cancellations.cancel(id, within: context.path)
    }
    var context = context
    context.cancelIDs.append(id)
    base.start(in: context)
  }
}

private final class CancelNode<Action>: EffectNode<Action>, @unchecked Sendable {
  let id: CancelID

  init(_ id: CancelID) {
    self.id = id
  }

  override package var kind: EffectKind { .cancel }
  override package func isTracked(by kind: EffectTrackerKind) -> Bool { true }

  override func start(in context: EffectContext<Action>) {
    context.runtime.effects.cancellations.cancel(
      id, within: context.path, sparing: context.walk)
  }
}
