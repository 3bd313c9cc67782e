/// The reducer that a root store runs for an action: bare, and with instrumentation if there is
/// any.
struct RunnableReducer {
  /// Runs while actions are not instrumented.
  let bare: ErasedReducer
  let instrumentation: ReplaceableReducer?

  @inline(__always)
  init<State, Action>(_ reducer: PreparedReducer<State, Action>) {
    // Without a value of another generic type, whose metadata would be looked up for each new
    // store.
    bare = (reducer.bareLogic ?? reducer.logic).function
    instrumentation =
      reducer.bareLogic == nil ? nil : ReplaceableReducer(InstrumentedReducer(reducer))
  }
}

/// The instrumented reducer of a store, which is replaced when an instrument is added.
final class ReplaceableReducer {
  // Used in the isolation of the store only; a check for exclusive access would cost as much as a
  // reducer does.
  /// The current reducer. Unretained in the path of an action: `reducers` keeps it alive.
  @exclusivity(unchecked) private var current: Unmanaged<InstrumentedReducer>
  /// The current reducer, after the ones that it has replaced, one of which may be running.
  @exclusivity(unchecked) private var reducers: [InstrumentedReducer]

  fileprivate init(_ reducer: InstrumentedReducer) {
    current = .passUnretained(reducer)
    reducers = [reducer]
  }

  /// Runs the reducer with its instrumentation.
  func run(_ state: UnsafeMutableRawPointer, _ action: UnsafeRawPointer) -> AnyEffectNode? {
    current._withUnsafeGuaranteedRef { $0.function(state, action) }
  }

  /// The name of the action in memory, which is never freed.
  func name(ofActionAt action: UnsafeRawPointer) -> UnsafePointer<CChar> {
    current._withUnsafeGuaranteedRef { $0.names(ofValueAt: action) }
  }

  /// Instruments every action from the next one on, unless that is done already.
  ///
  /// - Parameters:
  ///   - instrumentation: What there is of it already.
  ///   - bare: The reducer without any.
  ///   - types: The types of the state and the action, which the reducer was made for.
  static func add<State, Action>(
    _ instrument: any StoreInstrument, prefix: String?,
    to instrumentation: inout ReplaceableReducer?,
    of bare: @escaping ErasedReducer, _ types: (State.Type, Action.Type)
  ) {
    let current = instrumentation?.reducers.last
    guard current?.seesAllActions != true else { return }
    let base = PreparedReducer<State, Action>(ReducerLogic(current?.function ?? bare))
    let reducer = InstrumentedReducer(instrument.instrumenting(base, prefix: prefix))
    guard let instrumentation else { return instrumentation = ReplaceableReducer(reducer) }
    instrumentation.reducers.append(reducer)
    instrumentation.current = .passUnretained(reducer)
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
