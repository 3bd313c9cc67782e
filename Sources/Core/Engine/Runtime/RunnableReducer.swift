/// The reducer that a root store runs for an action: bare, and with instrumentation if there is
/// any.
///
/// The instrumentation can be added while the store is in use. The bare reducer is constant, and
/// stored in the store itself: calling it touches no reference count then.
struct RunnableReducer {
  /// Runs while actions are not instrumented.
  let bare: ErasedReducer
  private let instrumentation = Instrumentation()

  @inline(__always)
  init<State, Action>(_ reducer: PreparedReducer<State, Action>) {
    // Without a value of another generic type, whose metadata would be looked up for each new
    // store.
    bare = (reducer.bareLogic ?? reducer.logic).function
    if reducer.bareLogic != nil { instrumentation.replace(by: InstrumentedReducer(reducer)) }
  }

  /// Whether there is an instrumented reducer.
  var isInstrumented: Bool {
    @inline(__always) get { instrumentation.current != nil }
  }

  /// Runs the reducer with its instrumentation.
  func runInstrumented(
    _ state: UnsafeMutableRawPointer, _ action: UnsafeRawPointer
  ) -> AnyEffectNode? {
    guard let current = instrumentation.current else { return bare(state, action) }
    return current._withUnsafeGuaranteedRef { $0.function(state, action) }
  }

  /// The name of the action in memory, which is never freed; `nil` without instrumentation.
  func name(ofActionAt action: UnsafeRawPointer) -> UnsafePointer<CChar>? {
    instrumentation.current?._withUnsafeGuaranteedRef { $0.names(ofValueAt: action) }
  }

  /// Instruments every action from the next one on, unless that is done already.
  ///
  /// - Parameter types: The types of the state and the action, which the reducer was made for.
  func instrument<State, Action>(
    with instrument: any StoreInstrument, prefix: String?, _ types: (State.Type, Action.Type)
  ) {
    let current = instrumentation.reducers.last
    guard current?.seesAllActions != true else { return }
    let base = PreparedReducer<State, Action>(ReducerLogic(current?.function ?? bare))
    instrumentation.replace(
      by: InstrumentedReducer(instrument.instrumenting(base, prefix: prefix)))
  }
}

/// The instrumented reducer of a store, which is replaced when an instrument is added.
private final class Instrumentation {
  // Used in the isolation of the store only; a check for exclusive access would cost as much as a
  // reducer does.
  /// The current reducer. Unretained in the path of an action: `reducers` keeps it alive.
  @exclusivity(unchecked) private(set) var current: Unmanaged<InstrumentedReducer>?
  /// The current reducer, after the ones that it has replaced, one of which may be running.
  @exclusivity(unchecked) private(set) var reducers: [InstrumentedReducer] = []

  func replace(by reducer: InstrumentedReducer) {
    reducers.append(reducer)
    current = .passUnretained(reducer)
  }
}

/// A reducer with its instrumentation.
private final class InstrumentedReducer {
  let function: ErasedReducer
  /// The names of its actions.
  let names: ActionName
  /// Whether every action passes a wrapper.
  let seesAllActions: Bool

  init<State, Action>(_ reducer: PreparedReducer<State, Action>) {
    function = reducer.erased
    names = ActionName(of: Action.self)
    seesAllActions = reducer.isInstrumented
  }
}
