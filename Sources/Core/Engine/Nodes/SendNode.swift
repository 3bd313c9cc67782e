@usableFromInline
final class SendNode<Action>: EffectNode<Action>, @unchecked Sendable {
  let action: Action

  @usableFromInline
  init(_ action: Action) {
    self.action = action
  }

  override var ownKind: EffectKind { .send }
  override var isActionByItself: Bool { true }

  override func withAction(_ body: (UnsafePointer<Action>) -> Void) {
    withUnsafePointer(to: action, body)
  }

  override func start(in context: EffectContext<Action>) {
    guard context.settings.tracker != nil else {
      context.deliver(action, nil)
      return
    }
    let effect = RunningEffect(self, context: context)
    effect.workDidBegin()
    context.deliver(action, effect)
    effect.workDidEnd(.finished)
  }
}
