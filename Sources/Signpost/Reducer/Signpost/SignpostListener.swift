import CCore
import CLTTng
import ComposableCore

/// Writes what happens in a reducer as events.
struct SignpostListener: ActionListener {
  static let signpostKind = EffectTrackerKind("signpost")

  private let identity: WrapperIdentity
  var kind: EffectTrackerKind { Self.signpostKind }

  init(_ identity: WrapperIdentity) {
    self.identity = identity
    StoreInstrumentation.install(StoreSignposts.shared)
    composable_set_sessions(composable_action_begin_state())
  }

  struct Interval {
    let id: UInt64
    let parent: UInt64
    let name: UnsafePointer<CChar>
    let sink: SignpostSink
  }

  @inline(__always)
  func begin(_ action: UnsafeRawPointer) -> Interval? {
    let sink = SignpostSink.current
    guard sink.isListening else { return nil }
    let frame = composable_get_frame()
    let interval = Interval(
      id: composable_make_id(), parent: composable_get_action(), name: identity.name(of: action),
      sink: sink)
    sink.actionBegin(
      action: interval.id, cause: frame?.pointee.cause ?? 0, parent: interval.parent,
      store: frame?.pointee.store ?? 0, prefix: identity.prefix.pointer, name: interval.name)
    composable_set_action(interval.id)
    return interval
  }

  @inline(__always)
  func end(_ interval: Interval, change: StateChange, effect: EffectKind) {
    composable_set_action(interval.parent)
    interval.sink.actionEnd(action: interval.id, stateChanged: change, effect: effect)
  }

  func tracker(of interval: Interval) -> EffectListener {
    SignpostEffectListener(
      sink: interval.sink, action: interval.id, prefix: identity.prefix.pointer,
      name: interval.name)
  }
}
