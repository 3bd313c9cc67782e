final class ConcatenateNode<Action>: CombiningNode<Action>, @unchecked Sendable {
  override var ownKind: EffectKind { .concatenate }

  override func start(in context: EffectContext<Action>) {
    NodeSequence(flattened, context).startNext(in: context)
  }

  /// The nodes in their order, without the concatenations among them: these start one after the
  /// other, too.
  private var flattened: [EffectNode<Action>] {
    guard nodes.contains(where: { $0 is ConcatenateNode<Action> }) else { return nodes }
    var result: [EffectNode<Action>] = []
    var waiting = Array(nodes.reversed())
    while let node = waiting.popLast() {
      if let inner = node as? ConcatenateNode<Action> {
        waiting += inner.nodes.reversed()
      } else {
        result.append(node)
      }
    }
    return result
  }
}

final class NodeSequence<Action>: EffectSequence, @unchecked Sendable {
  private var nodes: ArraySlice<EffectNode<Action>>
  private let context: KeptEffectContext<Action>
  /// Represents all of the effects, including those that have not started, for cancellation and
  /// waiting. `nil` as long as every effect has ended synchronously.
  private var whole: RunningEffect?
  private let (end, endContinuation) = AsyncStream.makeStream(of: Never.self)

  init(_ nodes: [EffectNode<Action>], _ context: EffectContext<Action>) {
    self.nodes = nodes[...]
    self.context = KeptEffectContext(context)
  }

  override func startNext() {
    guard whole?.task?.isCancelled != true, let context = context.context else { return finish() }
    context.runtime.effects.start { startNext(in: context) }
  }

  /// Starts the next effect, and after it those that follow, as long as each of them has ended when
  /// it is started.
  func startNext(in context: EffectContext<Action>) {
    guard whole?.task?.isCancelled != true, let node = nodes.popFirst() else { return finish() }
    context.runtime.effects.startLater {
      if self.isIdle { self.startNext(in: context) } else { self.beginWhole(in: context) }
    }
    context.within(self).startLater(node)
  }

  private func finish() {
    nodes = []
    endContinuation.finish()
    guard let whole else { return }
    self.whole = nil
    if let effects = whole.runtime?.effects { effects.end(whole) } else { whole.end() }
  }

  private func beginWhole(in context: EffectContext<Action>) {
    guard whole == nil else { return }
    let whole = RunningEffect(self, context: context)
    self.whole = whole
    whole.begin(
      // Each cancellation reaches the running effects directly.
      context.runtime.startTask { for await _ in self.end {} })
  }
}
