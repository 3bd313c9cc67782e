extension Effect {
  /// Several effects, one after the other.
  ///
  /// ```swift
  /// return .concatenate(
  ///   .cancel(id: CancelID.upload),
  ///   .run { _ in await uploads.discard() },
  ///   .send(.uploadDiscarded)
  /// )
  /// ```
  ///
  /// An effect starts once the work of the previous one has ended in any way: also if it failed, or
  /// was cancelled by an id of its own. The effects of the actions that it sent are not part of its
  /// work, and not waited for. If the whole concatenation is cancelled, by an id around it or by
  /// its ``StoreTask``, effects that have not started never do.
  ///
  /// - Parameter effects: The effects, in order.
  public static func concatenate(_ effects: Self...) -> Self {
    concatenate(effects)
  }

  /// Several effects, one after the other, as `concatenate(_:)` starts them.
  ///
  /// - Parameter effects: The effects, in order.
  public static func concatenate(_ effects: some Collection<Self>) -> Self {
    let nodes = effects.compactMap(\.node)
    return Self(node: nodes.count < 2 ? nodes.first : ConcatenateNode(nodes))
  }

  /// Returns the effect, followed by another once its work has ended.
  ///
  /// - Parameter other: The effect that comes after this one.
  public func concatenate(with other: Self) -> Self {
    Self.concatenate(self, other)
  }
}

private final class ConcatenateNode<Action>: CombiningNode<Action>, @unchecked Sendable {
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

/// Effects that run one after the other, as far as their tasks need access to it.
///
/// Accessed in the isolation of the store only, except for the state behind the lock.
class EffectSequence: AnyEffectNode, @unchecked Sendable {
  /// The tasks of the current effect.
  private let parts = Locked<[RunningEffect]>([])

  /// Where the current effect was created, for lists of running effects.
  override final var place: SourcePlace? {
    parts.withLock { $0.first }?.node.place
  }

  final var isIdle: Bool { parts.withLock { $0.isEmpty } }

  final func insert(_ part: RunningEffect) {
    parts.withLock { $0.append(part) }
  }

  /// Removes a task that has ended; after the last one, starts the next effect.
  final func remove(_ part: RunningEffect) {
    let wasLast = parts.withLock { parts in
      parts.removeAll { $0 === part }
      return parts.isEmpty
    }
    if wasLast { startNext() }
  }

  final func cancelParts() {
    for part in parts.withLock({ $0 }) { part.task?.cancel() }
  }

  func startNext() { isAbstract() }
}

private final class NodeSequence<Action>: EffectSequence, @unchecked Sendable {
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
      context.runtime.startTask(name: nil, priority: nil) {
        for await _ in self.end {}
        // Cancellation by an id or a task reaches the running effects directly; a test that skips
        // effects does not.
        if Task.isCancelled { self.cancelParts() }
      })
  }
}
