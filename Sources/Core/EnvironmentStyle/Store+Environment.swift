extension Store {
  /// Creates a root store of a reducer in the environment style.
  ///
  /// Modern: `Store(initialState:) { Feature() }`, with a closure that overrides dependencies.
  ///
  /// - Parameters:
  ///   - initialState: The state to begin with.
  ///   - reducer: The logic.
  ///   - environment: What it depends on.
  public convenience init<Environment>(
    initialState: State,
    reducer: AnyReducer<State, Action, Environment>,
    environment: Environment,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) {
    self.init(
      initialState: initialState, reducer: { Reduce(reducer, environment: environment) },
      fileID: fileID, line: line)
  }

  /// Creates a root store of a reducer that is handed over as a value.
  ///
  /// Modern: `Store(initialState:) { Feature() }`.
  ///
  /// - Parameters:
  ///   - initialState: The state to begin with.
  ///   - reducer: The feature's logic; its body is evaluated once, here.
  public convenience init<R: Reducer<State, Action>>(
    initialState: @autoclosure () -> State,
    reducer: R,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) {
    self.init(initialState: initialState(), reducer: { reducer }, fileID: fileID, line: line)
  }
}

/// What ``Reducer`` was called for a while.
public typealias ReducerProtocol = Reducer
