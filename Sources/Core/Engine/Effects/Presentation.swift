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
    return RunningEffect.current?.settings.presentation != nil
  }
}
