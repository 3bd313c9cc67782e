import CCore
public import ComposableCore

extension AnyReducer {
  /// Traces what this reducer does: each action, each effect, and each action an effect sends.
  ///
  /// ```swift
  /// let store = Store(
  ///   initialState: AppState(),
  ///   reducer: appReducer.signpost("app"),
  ///   environment: .live
  /// )
  /// ```
  ///
  /// The events are those of ``ComposableCore/Reducer/signpost(_:budget:payload:stateDiff:)``, which is the modern form.
  ///
  /// - Parameters:
  ///   - prefix: Tells this reducer's events from those of others.
  ///   - budget: How long the reducer may take for an action.
  ///   - payload: What to record of actions besides their names.
  ///   - stateDiff: What to record of the differences that actions make to the state, for sessions
  ///     that ask for these by name.
  public func signpost(
    _ prefix: String = "", budget: Duration? = nil, payload: SignpostPayload<Action> = .none,
    stateDiff: SignpostStateDiff = .properties
  ) -> Self {
    let wrapped = wrapped(
      by: WrapperSite(prefix: prefix, budget: budget, payload: payload, State.self))
    let differ = StateDiffer(stateDiff, of: State.self)
    return Self { state, action, environment in
      guard composable_is_listening() else { return run(&state, action, environment) }
      guard let differ else { return wrapped.run(&state, action, environment) }
      return withUnsafeMutablePointer(to: &state) { state in
        Effect(
          erased: differ.observe(state) { wrapped.run(&state.pointee, action, environment).erased })
      }
    }
  }
}
