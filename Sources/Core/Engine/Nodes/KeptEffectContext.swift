/// The context of an effect that starts later. It does not keep the store alive until then.
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
  private let chain: UInt8
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
    chain = context.chain
    outlet = context.outlet
  }

  /// The context for a new walk, as long as the store exists.
  var context: EffectContext<Action>? { context(for: nil) }

  /// The context, as long as the store exists.
  ///
  /// - Parameter walk: The walk to continue; `nil` for a new one.
  func context(for walk: UInt64?) -> EffectContext<Action>? {
    runtime.map {
      EffectContext(
        runtime: $0, group: group, walk: walk ?? $0.effects.makeWalk(), path: path,
        cancelIDs: cancelIDs, tracker: tracker, presentation: presentation, sequence: sequence,
        origin: origin, chain: chain, outlet: outlet)
    }
  }
}
