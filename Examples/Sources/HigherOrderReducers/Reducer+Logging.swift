import ComposableCore

extension Reducer {
  /// A higher-order reducer: this one, which also prints each action and the state it comes to.
  func logging() -> Self {
    return .init { state, action, environment in
      print("State :", state)
      print("Action :", action)
      return self.run(&state, action, environment)
    }
  }
}

extension ReducerProtocol {
  /// The same of a reducer that is a type.
  func logging() -> some ReducerProtocol<State, Action> {
    Logging(base: self)
  }
}

private struct Logging<Base: ReducerProtocol>: ReducerProtocol {
  let base: Base

  /// A store prepares the reducer inside once, and calls it for each action.
  var body: some ReducerProtocol<Base.State, Base.Action> {
    Reduce(around: base) { state, action, base in
      print("State :", state)
      print("Action :", action)
      return base(&state, action)
    }
  }
}
