import ComposableCore

extension Operation {
  /// Sends an action to a store, time and again.
  ///
  /// - Parameter counter: What each action raises by one in the state. It is checked after each
  ///   batch, which costs a batch a read of the state, and an operation nothing.
  @MainActor
  static func sending<State, Action>(
    _ action: Action, to store: Store<State, Action>, counter: @escaping (State) -> Int
  ) -> Operation {
    var sent = counter(store.state)
    return .synchronous { count in
      for _ in 0..<count { store.send(action) }
      sent += count
      check(counter(store.state) == sent, "each action that is sent counts")
    }
  }

  /// Runs a reducer on a state of its own, as a store does: in place, prepared once.
  ///
  /// - Parameter counter: What each action raises by one in the state; checked after each batch.
  @MainActor
  static func reducing<R: Reducer>(
    _ action: R.Action, with reducer: R, state: R.State, counter: @escaping (R.State) -> Int
  ) -> Operation {
    let reducer = opaque(reducer._prepare())
    var state = state
    var reduced = counter(state)
    return .synchronous { count in
      for _ in 0..<count { _ = reducer(&state, action) }
      reduced += count
      check(counter(state) == reduced, "each action that is reduced counts")
    }
  }
}

/// Stops a benchmark that does not do what it says: its figures would be wrong.
func check(_ condition: Bool, _ expectation: StaticString) {
  precondition(condition, "a benchmark went wrong; expected: \(expectation)")
}
