import CCore
import CLTTng
import ComposableCore

/// One wrapper in one store: what is the same for all of its actions, and how each is recorded.
@usableFromInline
final class SignpostSite<State, Action> {
  private let base: PreparedReducer<State, Action>
  private let prefix: CStringConstant
  private let name = ActionName<Action>()
  private let comparison = StateComparison<State>()

  @usableFromInline
  init(prefix: String, base: PreparedReducer<State, Action>) {
    self.base = base
    self.prefix = CStringConstant(prefix)
    StoreInstrumentation.install(StoreSignposts())
  }

  /// Runs the wrapped reducer within an action interval.
  @usableFromInline
  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    let sink = SignpostSink.current
    guard sink.isListening else { return base(&state, action) }
    let frame = composable_get_frame()
    let parent = composable_get_action()
    let id = composable_make_id()
    let actionName = name(action)
    sink.actionBegin(
      action: id, cause: frame?.pointee.cause ?? 0, parent: parent, store: frame?.pointee.store ?? 0,
      prefix: prefix.pointer, name: actionName)
    composable_set_action(id)
    let (effect, change) = comparison.detectChange(of: &state) { base(&$0, action) }
    composable_set_action(parent)
    sink.actionEnd(action: id, stateChanged: change, effect: effect.kind)
    guard !effect.isTracked else { return effect }
    let tracker = SignpostEffectTracker(
      sink: sink, action: id, prefix: prefix.pointer, name: actionName)
    return effect.tracked(by: tracker) { [name] id, action in
      tracker.effectOutput(effect: id, name: name(action))
    }
  }
}
