import CCore
import CLTTng
import ComposableCore

/// Records what happens to stores: they come, go, are asked for children, and tell observers.
final class StoreSignposts: StoreInstrument {
  private static let shared = StoreSignposts()

  /// Records all stores of the process from now on.
  static func install() {
    StoreInstrumentation.install(shared)
    composable_set_store_sessions(composable_scope_state(), composable_observe_begin_state())
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
}
