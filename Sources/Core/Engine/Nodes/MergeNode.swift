final class MergeNode<Action>: CombiningNode<Action>, @unchecked Sendable {
  override var ownKind: EffectKind { .merge }

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
}
