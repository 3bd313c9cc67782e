/// An effect that starts after a wait.
final class DelayedNode<Action>: EffectNode<Action>, @unchecked Sendable {
  private let base: EffectNode<Action>
  private let waitingID: CancelID?
  private let wait: @Sendable () async throws -> Void
  private let willStart: () -> Void
  private let didEnd: @Sendable () -> Void
  private let knownPlace: SourcePlace?
  private let dependencies = DependencyValues.current

  /// Delays `base`.
  ///
  /// - Parameters:
  ///   - base: What starts after the wait.
  ///   - waitingID: Cancels the wait, and not what starts after it.
  ///   - place: Where the effect was made, if it is not where `base` was.
  ///   - wait: Returns when it is time, or throws if it never will be.
  ///   - willStart: Called in the store's isolation before `base` starts.
  ///   - didEnd: Called once `base` has started, or never will.
  init(
    _ base: EffectNode<Action>,
    waitingID: CancelID? = nil,
    place: SourcePlace? = nil,
    wait: @escaping @Sendable () async throws -> Void,
    willStart: @escaping () -> Void = {},
    didEnd: @escaping @Sendable () -> Void = {}
  ) {
    self.base = base
    self.waitingID = waitingID
    knownPlace = place
    self.wait = wait
    self.willStart = willStart
    self.didEnd = didEnd
  }

  override package var kind: EffectKind { base.kind }
  override package func isTracked(by kind: EffectTrackerKind) -> Bool {
    base.isTracked(by: kind)
  }
  override var place: SourcePlace? { knownPlace ?? base.place }

  override func start(in context: EffectContext<Action>) {
    var waitingContext = context
    if let waitingID { waitingContext.cancelIDs.append(waitingID) }
    let effect = RunningEffect(self, context: waitingContext)
    let runtime = context.runtime
    // No capture list, for the reason that `RunNode` gives.
    let kept = KeptEffectContext(context)
    effect.begin(
      dependencies.provide {
        runtime.startTask(name: nil, priority: nil) {
          do {
            try await self.wait()
            if let context = kept.context, !Task.isCancelled {
              self.willStart()
              self.base.start(in: context)
            }
          } catch {
            // Nothing but cancellation ends a wait early.
          }
          self.didEnd()
          effect.end()
        }
      })
  }
}
