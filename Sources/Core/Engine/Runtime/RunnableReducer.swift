/// What a root store runs for an action: its reducer, bare, and with instrumentation where there is
/// any.
///
/// The instrumentation can be added while the store is in use, so it is replaced as a whole and
/// the bare reducer is constant: calling a function in a constant field counts no references.
final class RunnableReducer {
  /// Runs while actions are not instrumented.
  let bare: ErasedReducer
  // Unretained on the way of an action: `last` keeps it alive.
  private var current: Unmanaged<InstrumentedReducer>?
  private var last: InstrumentedReducer?

  init<State, Action>(_ reducer: PreparedReducer<State, Action>) {
    bare = reducer.bare.erased
    if reducer.bareLogic != nil { replace(by: InstrumentedReducer(reducer, after: nil)) }
  }

  /// Whether there is anything but the bare reducer.
  var isInstrumented: Bool {
    @inline(__always) get { current != nil }
  }

  /// Runs the reducer with its instrumentation.
  func runInstrumented(
    _ state: UnsafeMutableRawPointer, _ action: UnsafeRawPointer
  ) -> AnyEffectNode? {
    guard let current else { return bare(state, action) }
    return current._withUnsafeGuaranteedRef { $0.function(state, action) }
  }

  /// The name of the action at an address, which is never freed; `nil` without instrumentation.
  func name(ofActionAt action: UnsafeRawPointer) -> UnsafePointer<CChar>? {
    current?._withUnsafeGuaranteedRef { $0.names(ofValueAt: action) }
  }

  /// Has an instrument see every action from the next one on, unless one does already.
  ///
  /// - Parameter types: The types of the state and the action, which the reducer was made for.
  func instrument<State, Action>(
    with instrument: any StoreInstrument, prefix: String?, _ types: (State.Type, Action.Type)
  ) {
    guard last?.seesAllActions != true else { return }
    let base = PreparedReducer<State, Action>(ReducerLogic(last?.function ?? bare))
    replace(by: InstrumentedReducer(instrument.instrumenting(base, prefix: prefix), after: last))
  }

  private func replace(by reducer: InstrumentedReducer) {
    last = reducer
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
  /// What it replaced, which may be running.
  private let previous: InstrumentedReducer?

  init<State, Action>(
    _ reducer: PreparedReducer<State, Action>, after previous: InstrumentedReducer?
  ) {
    function = reducer.erased
    names = ActionName(of: Action.self)
    seesAllActions = reducer.isInstrumented
    self.previous = previous
  }
}
