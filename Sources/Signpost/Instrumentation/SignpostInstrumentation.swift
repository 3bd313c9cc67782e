import CLTTng
import ComposableCore

/// Enables tracing for stores whose reducers have no wrapper.
///
/// ```swift
/// SignpostInstrumentation.install()
/// let store = Store(initialState: Feature.State()) { Feature() }
/// ```
///
/// `SIGNPOST_STORES=1` in the environment of a program does the same. The program need not call
/// this, nor import the module: it only has to link it. `signpost record --all-stores` sets the
/// variable.
public enum SignpostInstrumentation {
  /// Traces every root store that is created from now on, as if its reducer were wrapped in
  /// `.signpost()` with the name of the feature as the prefix. Stores with a wrapper keep it.
  public static func install() {
    StoreSignposts.install()
    StoreInstrumentation.instrumentAllStores()
  }
}

/// Core calls this before the first store is created. It cannot depend on this module.
@_cdecl("composable_set_up_instrumentation")
public func _setUpInstrumentation() {
  if composable_is_asked_to_trace_stores() { SignpostInstrumentation.install() }
}
