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

/// A reducer with its instrumentation. Another one replaces it when an instrument is added.
final class InstrumentedReducer {
  let function: ErasedReducer
  /// The names of its actions.
  let names: ActionName
  /// Whether every action passes a wrapper.
  private let seesAllActions: Bool
  /// The one that it has replaced, which may be running.
  private let replaced: InstrumentedReducer?

  init<State, Action>(
    _ reducer: PreparedReducer<State, Action>, replacing replaced: InstrumentedReducer?
  ) {
    function = reducer.erased
    names = ActionName(of: Action.self)
    seesAllActions = reducer.isInstrumented
    self.replaced = replaced
  }

  /// Instruments every action from the next one on, unless that is done already.
  ///
  /// - Parameters:
  ///   - current: The present instrumentation, if there is any.
  ///   - bare: The reducer without any.
  ///   - types: The types of the state and the action, which the reducer was made for.
  static func add<State, Action>(
    _ instrument: any StoreInstrument, prefix: String?, to current: inout InstrumentedReducer?,
    of bare: @escaping ErasedReducer, _ types: (State.Type, Action.Type)
  ) {
    guard current?.seesAllActions != true else { return }
    let base = PreparedReducer<State, Action>(ReducerLogic(current?.function ?? bare))
    current = InstrumentedReducer(
      instrument.instrumenting(base, prefix: prefix), replacing: current)
  }
}
