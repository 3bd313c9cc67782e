/// The description of an effect: a tree that the store walks once, when it starts the effect.
///
/// Unchecked: a node is created and started in the same isolation, the reducer's. It carries
/// actions, which need not be `Sendable`, but passes them only to the store it came from.
@usableFromInline
class EffectNode<Action>: AnyEffectNode, @unchecked Sendable {
  /// Starts the work.
  func start(in context: EffectContext<Action>) { isAbstract() }

  /// Does the work, in the isolation of the store, where the node has started a ``SendingEffect``.
  nonisolated(nonsending) func perform(_ effect: SendingEffect<Action>) async { isAbstract() }

  /// Whether there is nothing to do but to process one action, which no tracker follows: the store
  /// needs no context for that.
  var isAction: Bool { false }

  /// Calls `body` with the address of the action, where ``isAction`` is true.
  func withAction(_ body: (UnsafePointer<Action>) -> Void) { isAbstract() }
}

/// Delivers an action to the root store; called in the store's isolation. It is handed the group of
/// the effect, so that all effects of a store share the last part of the way.
typealias EffectOutlet<Action> = (
  _ action: Action, _ effect: RunningEffect?, _ group: EffectGroup
) -> Void

/// What a node needs to start: where its actions go, and what has been said about it on the way
/// from the root of the tree.
struct EffectContext<Action> {
  let runtime: StoreRuntime
  let group: EffectGroup
  /// The number of this walk through a tree of nodes. Cancellation by an id cancels the effects of
  /// earlier walks, but not those started by the same returned effect.
  var walk: UInt64 = 0
  var path: EffectPath?
  var cancelIDs: [CancelID] = []
  var tracker: (any EffectTracker)?
  /// The presentation of the feature that the effect belongs to, if that is presented.
  var presentation: Presentation?
  /// The concatenation that the effect is a part of, if any.
  var sequence: EffectSequence?
  /// The name of the root store's action that started the effect, if actions are not instrumented.
  var origin: UnsafePointer<CChar>?
  /// The way of the actions.
  let outlet: EffectOutlet<Action>

  /// The same context with another way for the actions. `outlet` outlives the start of the effect,
  /// so it must not capture the context: that would keep the store alive for as long as the effect.
  func forwarding<Child>(_ outlet: @escaping EffectOutlet<Child>) -> EffectContext<Child> {
    EffectContext<Child>(
      runtime: runtime, group: group, walk: walk, path: path, cancelIDs: cancelIDs,
      tracker: tracker, presentation: presentation, sequence: sequence, origin: origin,
      outlet: outlet)
  }

  /// Delivers an action to the root store; called in the store's isolation.
  func deliver(_ action: Action, _ effect: RunningEffect?) {
    outlet(action, effect, group)
  }

  /// The same context for one effect of a concatenation.
  func within(_ sequence: EffectSequence) -> Self {
    var context = self
    context.sequence = sequence
    return context
  }
}

/// The part of a node that does not depend on the type of its actions.
@usableFromInline
package class AnyEffectNode: @unchecked Sendable {
  @usableFromInline
  init() {}

  /// The kind of the effect, for instruments.
  package var kind: EffectKind { .none }

  /// Whether a tracker of the kind covers all of the work below this node.
  package func isTracked(by kind: EffectTrackerKind) -> Bool { false }

  /// The source location of the effect, if known.
  var place: SourcePlace? { nil }
}
