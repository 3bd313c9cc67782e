extension AnyReducer {
  /// Prints each action that this reducer receives, with its changes of the state.
  ///
  /// ```
  /// received action:
  ///   AppAction.todoCheckboxTapped(index: 0)
  ///   AppState(
  ///     todos: [
  ///       [0]: Todo(
  /// -       isComplete: false,
  /// +       isComplete: true,
  ///         description: "Milk",
  /// ```
  ///
  /// Where the library is built without `DEBUG`, as in release builds, nothing is printed. A modern
  /// reducer has the same method.
  ///
  /// - Parameter prefix: Distinguishes the output of this reducer from the output of others.
  public func debug(_ prefix: String = "") -> Self {
    debug(prefix) { print($0) }
  }

  func debug(_ prefix: String = "", to write: @escaping @Sendable (String) -> Void) -> Self {
    #if DEBUG
      let printer = _ReducerPrinter<State, Action>.debug(prefix, to: write)
      return Self { state, action, environment in
        let oldState = state
        let effect = run(&state, action, environment)
        printer.printChange(receivedAction: action, oldState: oldState, newState: state)
        return effect
      }
    #else
      return self
    #endif
  }
}
