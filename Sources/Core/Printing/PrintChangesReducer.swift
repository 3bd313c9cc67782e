extension Reducer {
  /// Prints each action that this reducer receives, with its changes of the state.
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
  /// it. The printed change includes the changes by child reducers in the same action.
  ///
  /// - Parameter printer: The output and its destination; `nil` for none.
  public func _printChanges(
    _ printer: _ReducerPrinter<State, Action>? = .customDump
  ) -> _PrintChangesReducer<Self> {
    #if DEBUG
      _PrintChangesReducer(base: self, printer: printer)
    #else
      _PrintChangesReducer(base: self, printer: nil)
    #endif
  }

  /// Prints each action that this reducer receives, with its changes of the state, in all builds.
  ///
  /// ```swift
  /// let store = Store(initialState: Feature.State()) {
  ///   Feature().printChanges(isVerbose ? .customDump : .actionLabels)
  /// }
  /// ```
  ///
  /// Unlike `_printChanges(_:)`, which prints nothing in a release build, this is for programs with
  /// an option to print actions. `.customDump` prints the values of payloads and states,
  /// `.actionLabels` the names of actions only. Without a printer, no wrapper is created.
  ///
  /// - Parameter printer: The output and its destination; `nil` for none.
  public func printChanges(
    _ printer: _ReducerPrinter<State, Action>? = .customDump
  ) -> _PrintChangesReducer<Self> {
    _PrintChangesReducer(base: self, printer: printer)
  }
}

/// The return type of `debug(_:)`, `_printChanges(_:)` and `printChanges(_:)`.
public struct _PrintChangesReducer<Base: Reducer>: _PreparedReducer {
  private let base: Base
  private let printer: _ReducerPrinter<Base.State, Base.Action>?

  init(base: Base, printer: _ReducerPrinter<Base.State, Base.Action>?) {
    self.base = base
    self.printer = printer
  }

  /// Prepares the wrapped reducer, and the wrapper if it prints.
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
      // The states before and after refer to the same shared values, whose changes have to be
      // logged.
      let log = SharedChangeLog()
      let effect = log.track { base(stateAddress, actionAddress) }
      printer.print(
        actionAddress.assumingMemoryBound(to: Base.Action.self).pointee, from: oldState,
        to: state.pointee, shared: log.endStep())
      return effect
    }
  }
}
