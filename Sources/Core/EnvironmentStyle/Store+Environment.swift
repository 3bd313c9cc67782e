extension Store {
  /// Creates a root store of a reducer in the environment style.
  ///
  /// Modern: `Store(initialState:) { Feature() }`, with a closure that overrides dependencies.
  ///
  /// - Parameters:
  ///   - initialState: The initial state.
  ///   - reducer: The logic.
  ///   - environment: The environment of the reducer.
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

  /// Creates a root store of a reducer that is passed as a value.
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

/// An earlier name of ``Reducer``.
public typealias ReducerProtocol = Reducer
