/// The reducer that a root store runs for an action: bare, and with instrumentation if there is
/// any.
struct RunnableReducer {
  /// Runs while actions are not instrumented.
  let bare: ErasedReducer
  let instrumentation: InstrumentedReducer?

  @inline(__always)
  init<State, Action>(_ reducer: PreparedReducer<State, Action>) {
    // Without a value of another generic type, whose metadata would be looked up for each new
    // store.
    bare = (reducer.bareLogic ?? reducer.logic).function
    instrumentation =
      reducer.bareLogic == nil ? nil : InstrumentedReducer(reducer, replacing: nil)
  }
}
