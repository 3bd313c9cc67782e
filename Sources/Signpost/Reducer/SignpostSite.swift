import CCore
import CLTTng
import ComposableCore

/// One wrapper in one store: what is the same for all of its actions, and how each is recorded.
///
/// Knows the feature's types only as metadata and reads values through their addresses, because
/// generic code that is not specialised looks up metadata for every action, which costs more than
/// the tracepoints do. What needs the types is in ``TypedSignpostSite``.
class SignpostSite {
  fileprivate let prefix: CStringConstant
  fileprivate let name: ActionName
  private let comparison: StateComparison
  private let base: ErasedReducer

  fileprivate init(
    prefix: String, state: Any.Type, action: Any.Type, base: @escaping ErasedReducer
  ) {
    self.prefix = CStringConstant(prefix)
    name = ActionName(of: action)
    comparison = StateComparison(of: state)
    self.base = base
    StoreInstrumentation.install(StoreSignposts.shared)
    composable_set_sessions(composable_action_begin_state())
  }

  /// The wrapped reducer. Made here, where no type is known: a function made in generic code brings
  /// along the types, and so do all calls in it.
  final var reducer: ErasedReducer {
    { state, action in self.trace(state, action, self.base) }
  }

  /// Runs the wrapped reducer within an action interval.
  fileprivate final func trace(
    _ state: UnsafeMutableRawPointer, _ action: UnsafeRawPointer, _ base: ErasedReducer
  ) -> AnyEffectNode? {
    guard let interval = begin(action: action) else { return base(state, action) }
    let (effect, change) = comparison.change(of: state) { base(state, action) }
    end(interval, change: change, effect: effect?.kind ?? .none)
    guard let effect, !effect.isTracked else { return effect }
    return track(effect, of: interval)
  }

  fileprivate struct Interval {
    let id: UInt64
    let parent: UInt64
    let name: UnsafePointer<CChar>
    let sink: SignpostSink
  }

  /// Returns `nil` if what happens here and now reaches nobody.
  private final func begin(action: UnsafeRawPointer) -> Interval? {
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

  private final func end(_ interval: Interval, change: StateChange, effect: EffectKind) {
    composable_set_action(interval.parent)
    interval.sink.actionEnd(action: interval.id, stateChanged: change, effect: effect)
  }

  fileprivate func track(_ effect: AnyEffectNode, of interval: Interval) -> AnyEffectNode? {
    effect
  }
}

/// The wrapper of a reducer with actions of type `Action`.
final class TypedSignpostSite<State, Action>: SignpostSite {
  init(prefix: String, base: PreparedReducer<State, Action>) {
    super.init(prefix: prefix, state: State.self, action: Action.self, base: base.erased)
  }

  /// Runs a reducer that is known only now within an action interval.
  func trace(
    _ state: inout State, _ action: Action, _ base: (inout State, Action) -> Effect<Action>
  ) -> Effect<Action> {
    withUnsafeMutablePointer(to: &state) { state in
      withUnsafePointer(to: action) { action in
        withoutActuallyEscaping(base) { base in
          Effect(
            erased: trace(state, action) { _, _ in base(&state.pointee, action.pointee).erased })
        }
      }
    }
  }

  override fileprivate func track(
    _ effect: AnyEffectNode, of interval: Interval
  ) -> AnyEffectNode? {
    let tracker = SignpostEffectTracker(
      sink: interval.sink, action: interval.id, prefix: prefix.pointer, name: interval.name)
    return Effect<Action>(erased: effect).tracked(by: tracker) { [name] id, action in
      tracker.effectOutput(effect: id, name: withUnsafePointer(to: action) { name(ofValueAt: $0) })
    }.erased
  }
}
