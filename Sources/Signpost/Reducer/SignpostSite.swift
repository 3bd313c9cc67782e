import CCore
import ComposableCore

/// One wrapper in one store: what is the same for all of its actions, and how each is recorded.
///
/// Knows the feature's types only as metadata and reads values through their addresses, because
/// generic code that is not specialised looks up metadata for every action, which costs more than
/// the tracepoints do. What needs the types is in ``trace(_:_:_:)``, compiled where they are known.
@usableFromInline
final class SignpostSite {
  private let prefix: CStringConstant
  private let name: ActionName
  @usableFromInline let comparison: StateComparison

  @usableFromInline
  init(prefix: String, state: Any.Type, action: Any.Type) {
    self.prefix = CStringConstant(prefix)
    name = ActionName(of: action)
    comparison = StateComparison(of: state)
    StoreInstrumentation.install(StoreSignposts())
  }

  /// Runs the wrapped reducer within an action interval.
  @inlinable
  @inline(never)
  func trace<State, Action>(
    _ state: UnsafeMutablePointer<State>, _ action: UnsafePointer<Action>,
    _ base: PreparedReducer<State, Action>
  ) -> Effect<Action> {
    guard let interval = begin(action: action) else { return base.run(state, action) }
    let effect = withUnsafeTemporaryAllocation(
      byteCount: comparison.copiedBytes(of: State.self), alignment: MemoryLayout<State>.alignment
    ) { before in
      before.copyMemory(from: UnsafeRawBufferPointer(start: state, count: before.count))
      let effect = base.run(state, action)
      let change = comparison.change(
        from: UnsafeRawBufferPointer(before), to: UnsafeRawPointer(state))
      end(interval, change: change, effect: effect.kind)
      return effect
    }
    return effect.isTracked ? effect : track(effect, of: interval)
  }

  @usableFromInline
  struct Interval {
    let id: UInt64
    let parent: UInt64
    let name: UnsafePointer<CChar>
    let sink: SignpostSink
  }

  /// Returns `nil` if what happens here and now reaches nobody.
  @usableFromInline
  func begin(action: UnsafeRawPointer) -> Interval? {
    let sink = SignpostSink.current
    guard sink.isListening else { return nil }
    let frame = composable_get_frame()
    let interval = Interval(
      id: composable_make_id(), parent: composable_get_action(), name: name(ofValueAt: action),
      sink: sink)
    sink.actionBegin(
      action: interval.id, cause: frame?.pointee.cause ?? 0, parent: interval.parent,
      store: frame?.pointee.store ?? 0, prefix: prefix.pointer, name: interval.name)
    composable_set_action(interval.id)
    return interval
  }

  @usableFromInline
  func end(_ interval: Interval, change: StateChange, effect: EffectKind) {
    composable_set_action(interval.parent)
    interval.sink.actionEnd(action: interval.id, stateChanged: change, effect: effect)
  }

  @usableFromInline
  func track<Action>(_ effect: Effect<Action>, of interval: Interval) -> Effect<Action> {
    let tracker = SignpostEffectTracker(
      sink: interval.sink, action: interval.id, prefix: prefix.pointer, name: interval.name)
    return effect.tracked(by: tracker) { [name] id, action in
      tracker.effectOutput(effect: id, name: withUnsafePointer(to: action) { name(ofValueAt: $0) })
    }
  }
}
