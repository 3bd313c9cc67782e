/// A node that combines others: all at once, or one after the other.
class CombiningNode<Action>: EffectNode<Action>, @unchecked Sendable {
  final private(set) var nodes: [EffectNode<Action>]

  init(_ nodes: [EffectNode<Action>]) {
    self.nodes = nodes
  }

  override final var members: [AnyEffectNode] { nodes }

  override final func takeMembers(into nodes: inout [AnyEffectNode]) {
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
