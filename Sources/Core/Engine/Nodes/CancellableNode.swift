final class CancellableNode<Action>: WrappingNode<Action, Action>, @unchecked Sendable {
  let id: CancelID
  let cancelInFlight: Bool

  init(_ base: EffectNode<Action>, id: CancelID, cancelInFlight: Bool) {
    self.id = id
    self.cancelInFlight = cancelInFlight
    super.init(base)
  }

  override var isActionByItself: Bool { !cancelInFlight }

  override func withAction(_ body: (UnsafePointer<Action>) -> Void) { base?.withAction(body) }

  override func start(in context: EffectContext<Action>) {
    var context = context
    var node = self
    // A loop for an effect with many ids: each context would otherwise have a list of its own.
    while true {
      if node.cancelInFlight {
        context.runtime.effects.cancellations.cancel(node.id, within: context.settings.path)
      }
      context.settings.cancelIDs.insert(node.id)
      guard let base = node.base else { return }
      guard type(of: base) == CancellableNode<Action>.self else {
        return context.descend(to: base)
      }
      node = unsafeDowncast(base, to: CancellableNode<Action>.self)
    }
  }
}
