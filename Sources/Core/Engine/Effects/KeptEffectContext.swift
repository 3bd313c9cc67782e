/// The context of an effect that starts later, which must not keep the store alive until then.
///
/// Unchecked: it is only used in the isolation of its store.
struct KeptEffectContext<Action>: @unchecked Sendable {
  private weak let runtime: StoreRuntime?
  private let group: EffectGroup
  private let path: EffectPath?
  private let cancelIDs: [CancelID]
  private let tracker: (any EffectTracker)?
  private let presentation: Presentation?
  private let sequence: EffectSequence?
  private let origin: UnsafePointer<CChar>?
  private let outlet: EffectOutlet<Action>

  init(_ context: EffectContext<Action>) {
    runtime = context.runtime
    group = context.group
    path = context.path
    cancelIDs = context.cancelIDs
    tracker = context.tracker
    presentation = context.presentation
    sequence = context.sequence
    origin = context.origin
    outlet = context.outlet
  }

  /// The context for a walk of its own, as long as there is a store.
  var context: EffectContext<Action>? { context(for: nil) }

  /// The context, as long as there is a store.
  ///
  /// - Parameter walk: The walk that it is for; another one if there is none.
  func context(for walk: UInt64?) -> EffectContext<Action>? {
    runtime.map {
      EffectContext(
        runtime: $0, group: group, walk: walk ?? $0.effects.makeWalk(), path: path,
        cancelIDs: cancelIDs, tracker: tracker, presentation: presentation, sequence: sequence,
        origin: origin, outlet: outlet)
    }
  }
}
