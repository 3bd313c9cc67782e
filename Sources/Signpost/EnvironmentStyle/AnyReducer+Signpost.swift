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
  /// The events are those of ``ComposableCore/Reducer/signpost(_:budget:payload:)``, which is the modern form.
  ///
  /// - Parameters:
  ///   - prefix: Tells this reducer's events from those of others.
  ///   - budget: How long the reducer may take for an action.
  ///   - payload: What to record of actions besides their names.
  public func signpost(
    _ prefix: String = "", budget: Duration? = nil, payload: SignpostPayload<Action> = .none
  ) -> Self {
    let wrapped = wrapped(
      by: WrapperSite(prefix: prefix, budget: budget, payload: payload, State.self))
    return Self { state, action, environment in
      guard composable_is_listening() else { return run(&state, action, environment) }
      return wrapped.run(&state, action, environment)
    }
  }
}
