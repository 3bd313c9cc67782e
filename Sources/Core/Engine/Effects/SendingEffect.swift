import CompanionSupport

/// Work that sends actions.
///
/// Unchecked: it is only used in the isolation of the effect's store.
final class SendingEffect<Action>: RunningEffect, @unchecked Sendable {
  let isolation: any Actor
  let pending = PendingDeliveries()
  private let outlet: EffectOutlet<Action>

  init(_ node: EffectNode<Action>, context: EffectContext<Action>) {
    isolation = context.runtime.isolation
    outlet = context.outlet
    super.init(node, context: context)
  }

  func deliver(_ action: Action) {
    guard isFinished, let source = place else {
      return outlet(action, self, settings.group, chainOfOutputs)
    }
    source.report(
      """
      An action was sent from an effect that has completed.

        Action: \(ActionName.text(of: action))

      The effect at \(source.fileAndLine) kept its 'send' and used it after its closure \
      returned. Let the closure wait until all is sent, for example by awaiting the tasks it \
      starts: otherwise neither cancellation nor 'StoreTask.finish()' knows of that work.
      """)
    outlet(action, nil, settings.group, chainOfOutputs)
  }

  /// Whether actions that were sent from the main actor are still on their way to a store
  /// elsewhere.
  var hasPendingActions: Bool { isolation !== MainActor.shared && !pending.isEmpty }

  /// Waits for these actions, which belong to the effect as well.
  nonisolated(nonsending) func finishPendingActions() async {
    await withUnsafeContinuation { pending.resumeWhenEmpty($0) }
  }

  override nonisolated(nonsending) func perform() async {
    guard let node else { return }
    // The object is the node that created it.
    await unsafeDowncast(node, to: EffectNode<Action>.self).perform(self)
  }
}
