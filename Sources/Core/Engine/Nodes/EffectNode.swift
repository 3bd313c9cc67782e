import CCore
import CompanionSupport

/// The description of an effect: a tree that the store walks once, when it starts the effect.
///
/// Unchecked: a node is created and started in the same isolation, the reducer's. It carries
/// actions, which need not be `Sendable`, but passes them only to the store it came from.
@usableFromInline
class EffectNode<Action>: AnyEffectNode, @unchecked Sendable {
  /// Starts the work. Called by an ``EffectContext``.
  func start(in context: EffectContext<Action>) { isAbstract() }

  /// Does the work, in the isolation of the store, where the node has started a ``SendingEffect``.
  nonisolated(nonsending) func perform(_ effect: SendingEffect<Action>) async { isAbstract() }

  /// Calls `body` with the address of the action, where ``isAction`` is true.
  func withAction(_ body: (UnsafePointer<Action>) -> Void) { isAbstract() }
}

/// Delivers an action to the root store; called in the store's isolation. It is handed the group of
/// the effect, so that all effects of a store share the last part of the way, and the chain that
/// the action continues if no effect is known.
typealias EffectOutlet<Action> = (
  _ action: Action, _ effect: RunningEffect?, _ group: EffectGroup, _ chain: UInt8
) -> Void

/// The settings of an effect, by the action that started it and by the nodes above it.
struct EffectSettings {
  let group: EffectGroup
  /// The number of this walk through a tree of nodes. Cancellation by an id cancels the effects of
  /// earlier walks, but not those started by the same returned effect.
  var walk: UInt64 = 0
  var path: EffectPath?
  var cancelIDs = CancelIDs()
  /// The innermost tracker.
  var tracker: (any EffectTracker)?
  /// The presentation of the feature that the effect belongs to, if that is presented.
  var presentation: Presentation?
  /// The concatenation that the effect is a part of, if any.
  var sequence: EffectSequence?
  /// The name of the root store's action that started the effect, if actions are not instrumented.
  var origin: UnsafePointer<CChar>?
  /// The chain of the action that started the effect.
  var chain: UInt8 = composable_chain_undecided

  /// Whether both belong to one walk. Each store counts its walks, and stores may share ids.
  func isOfSameWalk(as other: EffectSettings) -> Bool {
    walk == other.walk && group === other.group
  }
}

/// The surroundings of a node when it starts: its store, the settings of its effects, and the
/// destination of its actions.
struct EffectContext<Action> {
  let runtime: StoreRuntime
  var settings: EffectSettings
  /// The destination of the actions.
  let outlet: EffectOutlet<Action>
  /// The number of nodes whose starts call each other.
  private(set) var depth = 0

  private static var maximumDepth: Int { 32 }

  /// Starts the work of a node and of all nodes below it.
  func start(_ node: EffectNode<Action>) {
    runtime.effects.start { node.start(in: self) }
  }

  /// Starts a node below the current one, which is the last thing that the current one does.
  ///
  /// An effect may be a tree of any depth, as the one that a loop has folded with
  /// `merge(with:)`. Beyond some depth, a node is therefore started after its ancestors have
  /// returned, before all other nodes that wait.
  func descend(to node: EffectNode<Action>) {
    guard depth < Self.maximumDepth else { return startLater(node) }
    var context = self
    context.depth += 1
    node.start(in: context)
  }

  /// Starts a node before those that wait already, and after the current one has returned.
  func startLater(_ node: EffectNode<Action>) {
    var context = self
    context.depth = 0
    runtime.effects.startLater { [context] in node.start(in: context) }
  }

  /// The same context with another way for the actions. `outlet` outlives the start of the effect,
  /// so it must not capture the context: that would keep the store alive for as long as the effect.
  func forwarding<Child>(_ outlet: @escaping EffectOutlet<Child>) -> EffectContext<Child> {
    EffectContext<Child>(runtime: runtime, settings: settings, outlet: outlet, depth: depth)
  }

  /// Delivers an action to the root store; called in the store's isolation.
  func deliver(_ action: Action, _ effect: RunningEffect?) {
    outlet(action, effect, settings.group, settings.chain)
  }

  /// The same context for one effect of a concatenation.
  func within(_ sequence: EffectSequence) -> Self {
    var context = self
    context.settings.sequence = sequence
    return context
  }
}

/// The part of a node that does not depend on the type of its actions.
///
/// A node has at most one of the following: a wrapped node, or members. All that concerns a whole
/// tree is a loop here rather than a function that nodes call for the nodes below them: a tree may
/// be as deep as a loop in a reducer has made it.
@usableFromInline
package class AnyEffectNode: @unchecked Sendable {
  @usableFromInline
  init() {}

  /// The only node below a node that changes how another works.
  var wrapped: AnyEffectNode? { nil }

  /// The nodes below a node that combines others.
  var members: [AnyEffectNode] { [] }

  /// The kind of a node without a wrapped one. Housekeeping nodes have none.
  var ownKind: EffectKind { .none }

  /// Whether a tracker of the kind covers all of the work below this node, by this node alone.
  func covers(_ kind: EffectTrackerKind) -> Bool { false }

  /// Whether the node is an action, or passes on the action of the node that it wraps.
  var isActionByItself: Bool { false }

  /// Whether the node maps the actions of the node that it wraps.
  var isMapping: Bool { false }

  /// Whether there are no nodes below the node.
  final var isLeaf: Bool { wrapped == nil && members.isEmpty }

  /// Removes the wrapped node from a node that ends.
  func takeWrapped() -> AnyEffectNode? { nil }

  /// Moves the members of a node that ends.
  func takeMembers(into nodes: inout [AnyEffectNode]) {}

  /// The source location of the effect, if known.
  var place: SourcePlace? { nil }

  /// The kind of the effect, for instruments.
  ///
  /// Housekeeping does not count as an effect of the feature: one effect beside it is not a merge.
  package final var kind: EffectKind {
    var node = innermost
    while true {
      var effect: AnyEffectNode?
      for member in node.members where member.hasEffect {
        if effect != nil { return node.ownKind }
        effect = member
      }
      guard let effect else { return node.members.isEmpty ? node.ownKind : .none }
      node = effect.innermost
    }
  }

  /// Whether a tracker of the kind covers all of the work below this node.
  package final func isTracked(by kind: EffectTrackerKind) -> Bool {
    var waiting: [AnyEffectNode] = []
    var next: AnyEffectNode? = self
    while let node = next ?? waiting.popLast() {
      next = nil
      guard !node.covers(kind) else { continue }
      let members = node.members
      if let wrapped = node.wrapped {
        next = wrapped
      } else if members.isEmpty {
        return false
      } else {
        waiting += members
      }
    }
    return true
  }

  /// Whether there is nothing to do but to process one action, which no tracker follows: the store
  /// needs no context for that. `false` for one that many nodes wrap, each of which would call the
  /// next.
  final var isAction: Bool {
    var node = self
    for _ in 0..<64 {
      guard node.isActionByItself else { return false }
      guard let wrapped = node.wrapped else { return true }
      node = wrapped
    }
    return false
  }

  /// Ends the nodes below this one, which ends itself: called by its deinitializer. A node that
  /// ended those below it within its own end would need as much stack as the tree is deep.
  final func endNodesBelow() {
    var waiting: [AnyEffectNode] = []
    takeMembers(into: &waiting)
    var node = takeWrapped() ?? waiting.popLast()
    while node != nil {
      if isKnownUniquelyReferenced(&node), let last = node {
        last.takeMembers(into: &waiting)
        node = last.takeWrapped() ?? waiting.popLast()
      } else {
        node = waiting.popLast()
      }
    }
  }

  /// The node that all others wrap.
  private final var innermost: AnyEffectNode {
    var node = self
    while let wrapped = node.wrapped { node = wrapped }
    return node
  }

  /// Whether the node, or any below it, is an effect of the feature.
  private final var hasEffect: Bool {
    var waiting: [AnyEffectNode] = []
    var next: AnyEffectNode? = self
    while let node = next?.innermost {
      if node.ownKind != .none, node.members.isEmpty { return true }
      waiting += node.members
      next = waiting.popLast()
    }
    return false
  }
}

extension Effect {
  /// Wraps the effect of a function without types, whose actions are known to be `Action`s.
  @inlinable
  package init(erased node: AnyEffectNode?) {
    // Without a closure: one looks up the metadata of the node's type where the compiler does not
    // know it.
    self.init(node: unsafeBitCast(node, to: EffectNode<Action>?.self))
  }
}
