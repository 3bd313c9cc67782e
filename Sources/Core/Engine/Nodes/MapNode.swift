final class MapNode<Base, Action>: WrappingNode<Base, Action>, MappingNode, @unchecked Sendable {
  let transform: (Base) -> Action

  init(_ base: EffectNode<Base>, _ transform: @escaping (Base) -> Action) {
    self.transform = transform
    super.init(base)
  }

  override var isMapping: Bool { true }
  override var isActionByItself: Bool { true }

  override func withAction(_ body: (UnsafePointer<Action>) -> Void) {
    base?.withAction { withUnsafePointer(to: transform($0.pointee), body) }
  }

  override func start(in context: EffectContext<Action>) {
    guard let base else { return }
    guard !base.isMapping else { return startChain(in: context) }
    context.forwarding { [transform, outlet = context.outlet] action, effect, group, chain in
      outlet(transform(action), effect, group, chain)
    }
    .descend(to: base)
  }

  /// Starts an effect that is mapped several times. Its actions pass a list of functions: each
  /// would otherwise call the next.
  private func startChain(in context: EffectContext<Action>) {
    var functions: [(Any) -> Any] = []
    var innermost: any MappingNode = self
    while let next = innermost.wrapped as? any MappingNode {
      functions.append(innermost.anyTransform)
      innermost = next
    }
    functions.append(innermost.anyTransform)
    functions.reverse()
    innermost.startBase(
      in: context.forwarding { [functions, outlet = context.outlet] action, effect, group, chain in
        // The last of the functions returns an action of the type.
        let mapped = functions.reduce(action) { $1($0) } as! Action
        outlet(mapped, effect, group, chain)
      })
  }

  var anyTransform: (Any) -> Any {
    // The function before it, or the effect, has made an action of the type.
    { [transform] in transform($0 as! Base) }
  }

  func startBase(in context: EffectContext<Any>) {
    guard let base else { return }
    context.forwarding { [outlet = context.outlet] (action: Base, effect, group, chain) in
      outlet(action, effect, group, chain)
    }
    .descend(to: base)
  }
}

/// A node that maps the actions of another, whatever their types are.
protocol MappingNode: AnyEffectNode {
  /// Returns the action for one of the wrapped node.
  var anyTransform: (Any) -> Any { get }

  /// Starts the wrapped node.
  func startBase(in context: EffectContext<Any>)
}
