import CCore
import CLTTng
import ComposableCore

/// Records stores that come and go.
final class StoreSignposts: StoreInstrument {
  static let shared = StoreSignposts()

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
}
