import CompanionSupport

/// An effect that starts after a wait.
final class DelayedNode<Action>: WrappingNode<Action, Action>, @unchecked Sendable {
  private let waitingID: CancelID?
  private let wait: @Sendable () async throws -> Void
  private let didEnd: @Sendable () -> Void
  private let knownPlace: SourcePlace?
  private let dependencies = DependencyValues.current

  /// Delays `base`.
  ///
  /// - Parameters:
  ///   - base: The effect that starts after the wait.
  ///   - waitingID: Cancels the wait, but not `base` once it has started.
  ///   - place: The source location of the effect, if it differs from the location of `base`.
  ///   - wait: Returns when `base` is to start, or throws if it never is.
  ///   - didEnd: Called once `base` has started, or will never start.
  init(
    _ base: EffectNode<Action>,
    waitingID: CancelID? = nil,
    place: SourcePlace? = nil,
    wait: @escaping @Sendable () async throws -> Void,
    didEnd: @escaping @Sendable () -> Void = {}
  ) {
    self.waitingID = waitingID
    knownPlace = place
    self.wait = wait
    self.didEnd = didEnd
    super.init(base)
  }

  override var place: SourcePlace? { knownPlace ?? base?.place }

  override func start(in context: EffectContext<Action>) {
    var waitingContext = context
    if let waitingID { waitingContext.settings.cancelIDs.insert(waitingID) }
    let effect = RunningEffect(self, context: waitingContext)
    let runtime = context.runtime
    // No capture list, for the reason that `RunNode` gives.
    let kept = KeptEffectContext(context)
    ExploredRun.current?.didBeginDelay(of: effect)
    effect.begin(
      dependencies.provide {
        runtime.startTask {
          do {
            try await self.wait(of: effect)
            if let base = self.base, let context = kept.context, !Task.isCancelled {
              context.start(base)
            }
          } catch {
            // Only cancellation ends a wait early.
          }
          self.didEnd()
          ExploredRun.current?.didEndDelay(of: effect)
          effect.end()
        }
      })
  }

  private nonisolated(nonsending) func wait(of effect: RunningEffect) async throws {
    // An explored run has to know which clock the effect waits for.
    guard ExploredRun.current != nil else { return try await wait() }
    try await RunningEffect.$current.withValue(effect) { try await wait() }
  }
}
