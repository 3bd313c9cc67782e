/// A node that changes how one other node works.
class WrappingNode<Base, Action>: EffectNode<Action>, @unchecked Sendable {
  /// The other node; `nil` after it was taken out at the end.
  final private(set) var base: EffectNode<Base>?

  init(_ base: EffectNode<Base>) { self.base = base }

  override final var wrapped: AnyEffectNode? { base }

  override final func takeWrapped() -> AnyEffectNode? {
    defer { base = nil }
    return base
  }

  deinit { endNodesBelow() }
}
