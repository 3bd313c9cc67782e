/// The context of an effect that starts later. It does not keep the store alive until then.
///
/// Unchecked: it is only used in the isolation of its store.
struct KeptEffectContext<Action>: @unchecked Sendable {
  private weak let runtime: StoreRuntime?
  private let settings: EffectSettings
  private let outlet: EffectOutlet<Action>

  init(_ context: EffectContext<Action>) {
    runtime = context.runtime
    settings = context.settings
    outlet = context.outlet
  }

  /// The context in the same walk, as long as the store exists.
  var contextInSameWalk: EffectContext<Action>? {
    runtime.map { EffectContext(runtime: $0, settings: settings, outlet: outlet) }
  }

  /// The context for a new walk, as long as the store exists.
  var context: EffectContext<Action>? {
    guard var context = contextInSameWalk else { return nil }
    context.settings.walk = context.runtime.effects.makeWalk()
    return context
  }
}
