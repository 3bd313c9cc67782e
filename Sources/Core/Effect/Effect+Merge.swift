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
  private var nodes: [EffectNode<Action>]

  init(_ nodes: [EffectNode<Action>]) {
    self.nodes = nodes
  }

  override var ownKind: EffectKind { .merge }
  override var members: [AnyEffectNode] { nodes }

  override func start(in context: EffectContext<Action>) {
    let nodes = nodes
    // Most effects have none below them, and need not wait for their turn.
    var index = 0
    while index < nodes.count, nodes[index].isLeaf {
      nodes[index].start(in: context)
      index += 1
    }
    guard index < nodes.count else { return }
    for later in (index + 1..<nodes.count).reversed() { context.startLater(nodes[later]) }
    context.descend(to: nodes[index])
  }

  override func takeMembers(into nodes: inout [AnyEffectNode]) {
    nodes += self.nodes as [AnyEffectNode]
    self.nodes = []
  }

  deinit {
    // To the end of the loop, which then keeps no node: only a node without other references is
    // taken apart.
    var isFlat = true
    for node in nodes where !node.isLeaf { isFlat = false }
    if !isFlat { endNodesBelow() }
  }
}
