import CCore
import CLTTng
import ComposableCore

/// Records what happens to stores: they come, go, are asked for children, and tell observers.
final class StoreSignposts: StoreInstrument {
  /// Records all stores of the process from now on.
  static func install() { installed }

  private static let installed: Void = {
    StoreInstrumentation.install(StoreSignposts())
    composable_set_store_sessions(composable_scope_state(), composable_observe_begin_state())
    SessionStart.listen()
  }()

  var session: UInt64 {
    SessionStart.number(isRecorded: composable_store_created_enabled())
  }

  private var isEnabled: Bool {
    composable_store_created_enabled() || composable_store_released_enabled()
      || composable_recorder_exists()
  }

  func storeCreated(_ store: StoreIdentity) {
    if isEnabled { SignpostSink.current.storeCreated(store) }
  }

  func storeReleased(_ store: StoreIdentity) {
    if isEnabled { SignpostSink.current.storeReleased(store) }
  }

  func childRequested(_ child: UInt64, of store: UInt64, isCached: Bool) {
    SignpostSink.current.scope(store: store, child: child, isCached: isCached)
  }

  func observerWillRun(_ observer: ObserverIdentity, after store: UInt64) -> Bool {
    let sink = SignpostSink.current
    guard sink.hearsObservers else { return false }
    sink.observeBegin(observer, store: store)
    return true
  }

  func observerDidRun(_ observer: ObserverIdentity, after store: UInt64) {
    SignpostSink.current.observeEnd(observer, store: store)
  }

  var effectKind: EffectTrackerKind { SignpostListener.signpostKind }

  func tracker(ofEffectBegunBy origin: UnsafePointer<CChar>) -> any EffectTracker {
    SignpostEffectListener(
      sink: SignpostSink(recorder: nil), action: 0, prefix: CStringConstant("").pointer,
      name: origin)
  }
}
