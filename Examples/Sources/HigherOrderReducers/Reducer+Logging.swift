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
