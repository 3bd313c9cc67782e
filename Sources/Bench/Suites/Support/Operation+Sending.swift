import ComposableCore

extension Operation {
  /// Sends an action to a store repeatedly.
  ///
  /// - Parameter counter: The number in the state that each action increments. It is checked after
  ///   each batch, which costs a batch two reads of the state, and an operation nothing.
  @MainActor
  static func sending<State, Action>(
    _ action: Action, to store: Store<State, Action>, counter: @escaping (State) -> Int
  ) -> Operation {
    .synchronous { count in
      let before = counter(store.state)
      for _ in 0..<count { store.send(action) }
      check(counter(store.state) == before + count, "each action that is sent counts")
    }
  }

  /// Runs a reducer on a state of its own, as a store does: in place, prepared once.
  ///
  /// - Parameter counter: The number in the state that each action increments; checked after each
  ///   batch.
  @MainActor
  static func reducing<R: Reducer>(
    _ action: R.Action, with reducer: R, state: R.State, counter: @escaping (R.State) -> Int
  ) -> Operation {
    let reducer = opaque(reducer._prepare())
    var state: R.State? = state
    return .synchronous { count in
      // A local variable, as access to a captured one is checked; moved out of the captured one
      // rather than copied, as a second owner would make a collection copy.
      guard var current = state.take() else { return }
      let before = counter(current)
      for _ in 0..<count { _ = reducer(&current, action) }
      check(counter(current) == before + count, "each action that is reduced counts")
      state = current
    }
  }
}

extension Reducer {
  /// A closure that calls the reducer as a client without a store does.
  var calledByItself: Reduce<State, Action> {
    Reduce { state, action in self.reduce(into: &state, action: action) }
  }
}

/// Stops a benchmark that does not behave as expected: its figures would be wrong.
func check(_ condition: Bool, _ expectation: StaticString) {
  precondition(condition, "a benchmark went wrong; expected: \(expectation)")
}

/// Stops a benchmark with the error that it throws.
@inline(__always)
func check<Value>(_ expectation: StaticString, _ value: () throws -> Value) -> Value {
  do {
    return try value()
  } catch {
    preconditionFailure("a benchmark went wrong; expected: \(expectation); \(error)")
  }
}
