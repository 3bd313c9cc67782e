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
