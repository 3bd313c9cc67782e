/// Tracks the effects of one action in an explored run.
final class ExploredEffectTracker: EffectTracker, @unchecked Sendable {
  let kind = EffectTrackerKind("ExploredEffects")
  var outer: (any EffectTracker)?
  private weak var owner: ExploredRun?
  private let event: Int

  init(_ owner: ExploredRun, _ event: Int) {
    self.owner = owner
    self.event = event
  }

  func effectDidBegin(_ effect: RunningEffect) { owner?.didBegin(effect, of: event) }

  func effectDidEnd(_ effect: RunningEffect, outcome: EffectOutcome) { owner?.didEnd(effect) }
}
