extension Reducer {
  /// Prints each action that this reducer receives, with what it changes in the state.
  ///
  /// ```swift
  /// let store = Store(initialState: Feature.State()) {
  ///   Feature()._printChanges()
  /// }
  /// ```
  /// ```
  /// received action:
  ///   Feature.Action.incrementButtonTapped
  /// - Feature.State(count: 0)
  /// + Feature.State(count: 1)
  /// ```
  ///
  /// Where the library is built without `DEBUG`, as in release builds, nothing is printed, and the
  /// wrapper costs nothing. The reducer's states, effects and actions are the same with and without
  /// it. What child reducers do to the state in the same action is part of the change.
  ///
  /// - Parameter printer: What to print, and where; nothing if `nil`.
  public func _printChanges(
    _ printer: _ReducerPrinter<State, Action>? = .customDump
  ) -> _PrintChangesReducer<Self> {
    #if DEBUG
      _PrintChangesReducer(base: self, printer: printer)
    #else
      _PrintChangesReducer(base: self, printer: nil)
    #endif
  }

  /// Prints each action that this reducer receives, with what it changes in the state, in all
  /// builds.
  ///
  /// ```swift
  /// let store = Store(initialState: Feature.State()) {
  ///   Feature().printChanges(isVerbose ? .customDump : .actionLabels)
  /// }
  /// ```
  ///
  /// The same as `_printChanges(_:)`, which a release build leaves out: for programs that print
  /// when they are asked to. `.customDump` prints the values of payloads and states,
  /// `.actionLabels` the names of actions only. Without a printer, the wrapper is not there at all.
  ///
  /// - Parameter printer: What to print, and where; nothing if `nil`.
  public func printChanges(
    _ printer: _ReducerPrinter<State, Action>? = .customDump
  ) -> _PrintChangesReducer<Self> {
    _PrintChangesReducer(base: self, printer: printer)
  }
}

/// What `debug(_:)`, `_printChanges(_:)` and `printChanges(_:)` return.
public struct _PrintChangesReducer<Base: Reducer>: _PreparedReducer {
  private let base: Base
  private let printer: _ReducerPrinter<Base.State, Base.Action>?

  init(base: Base, printer: _ReducerPrinter<Base.State, Base.Action>?) {
    self.base = base
    self.printer = printer
  }

  /// Prepares the wrapped reducer, and the wrapper where it prints.
  public func _prepare() -> PreparedReducer<Base.State, Base.Action> {
    let base = base._prepare()
    guard let printer else { return base }
    return PreparedReducer(alwaysWrapping: base) { Self.printing($0, printer) }
  }

  private static func printing(
    _ base: @escaping ErasedReducer, _ printer: _ReducerPrinter<Base.State, Base.Action>
  ) -> ErasedReducer {
    { stateAddress, actionAddress in
      let state = stateAddress.assumingMemoryBound(to: Base.State.self)
      let oldState = state.pointee
      // The states before and after share what is shared: its changes have to be noted.
      let log = SharedChangeLog()
      let effect = log.track { base(stateAddress, actionAddress) }
      printer.print(
        actionAddress.assumingMemoryBound(to: Base.Action.self).pointee, from: oldState,
        to: state.pointee, shared: log.endStep())
      return effect
    }
  }
}
