import CLTTng
import ComposableCore

/// Traces the stores of a program whose reducers are not wrapped.
///
/// ```swift
/// SignpostInstrumentation.install()
/// let store = Store(initialState: Feature.State()) { Feature() }
/// ```
///
/// The same is done for a program that was started with `SIGNPOST_STORES=1` in its environment, which
/// need not mention it, nor import this module: it is enough that it was built with it. `signpost record
/// --all-stores` sets the variable.
public enum SignpostInstrumentation {
  /// Traces every root store that is created from now on, as if its reducer were wrapped in
  /// `.signpost()` with the name of the feature as the prefix, unless it is wrapped already.
  public static func install() {
    StoreSignposts.install()
    StoreInstrumentation.instrumentAllStores()
  }
}

/// Called by Core, which cannot depend on this module, before the first store is created.
@_cdecl("composable_set_up_instrumentation")
public func _setUpInstrumentation() {
  if composable_is_asked_to_trace_stores() { SignpostInstrumentation.install() }
}
