final class CancelNode<Action>: EffectNode<Action>, @unchecked Sendable {
  let id: CancelID

  init(_ id: CancelID) {
    self.id = id
  }

  override var ownKind: EffectKind { .cancel }
  override func covers(_ kind: EffectTrackerKind) -> Bool { true }

  override func start(in context: EffectContext<Action>) {
    context.runtime.effects.cancellations.cancel(
      id, within: context.settings.path, sparing: context.settings)
  }
}
