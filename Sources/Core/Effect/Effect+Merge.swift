extension Effect {
  /// Several effects that run concurrently.
  public static func merge(_ effects: Self...) -> Self {
    merge(effects)
  }

  /// Several effects that run concurrently.
  public static func merge(_ effects: some Sequence<Self>) -> Self {
    let nodes = effects.compactMap(\.node)
    return Self(node: nodes.count < 2 ? nodes.first : MergeNode(nodes))
  }

  /// Returns an effect that runs both effects concurrently.
  @inlinable
  public func merge(with other: Self) -> Self {
    guard let node else { return other }
    guard let otherNode = other.node else { return self }
    return Self(merging: node, otherNode)
  }

  /// Merges two effects that are known to send `Action`s.
  static func mergeErased(_ first: AnyEffectNode, _ second: AnyEffectNode) -> AnyEffectNode? {
    Self(erased: first).merge(with: Self(erased: second)).node
  }

  @usableFromInline
  init(merging first: EffectNode<Action>, _ second: EffectNode<Action>) {
    self.init(node: MergeNode([first, second]))
  }
}

private final class MergeNode<Action>: EffectNode<Action>, @unchecked Sendable {
  let nodes: [EffectNode<Action>]

  init(_ nodes: [EffectNode<Action>]) {
    self.nodes = nodes
  }

  /// Housekeeping nodes do not count as effects of the feature: one effect beside them is not a
  /// merge.
  override package var kind: EffectKind {
    let kinds = nodes.map(\.kind).filter { $0 != .none }
    return kinds.count > 1 ? .merge : kinds.first ?? .none
  }

  override package func isTracked(by kind: EffectTrackerKind) -> Bool {
    nodes.allSatisfy { $0.isTracked(by: kind) }
  }

  override func start(in context: EffectContext<Action>) {
    for node in nodes { node.start(in: context) }
  }
}
