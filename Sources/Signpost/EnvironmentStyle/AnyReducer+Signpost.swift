public import ComposableCore

extension AnyReducer {
  /// Emits events for each action of this reducer, each effect, and each action that an effect
  /// sends.
  ///
  /// ```swift
  /// let store = Store(
  ///   initialState: AppState(),
  ///   reducer: appReducer.signpost("app"),
  ///   environment: .live
  /// )
  /// ```
  ///
  /// The events are those of
  /// ``ComposableCore/Reducer/signpost(_:budget:payload:states:stateDiff:)``, which is the modern
  /// form.
  ///
  /// - Parameters:
  ///   - prefix: Distinguishes this reducer's events from those of others.
  ///   - budget: How long the reducer may take for an action.
  ///   - payload: What to record of actions besides their names.
  ///   - states: What to record of states that are `Codable`, where the payload is `.replayable`.
  ///   - stateDiff: What to record of the differences that actions make to the state, for sessions
  ///     that ask for these by name.
  public func signpost(
    _ prefix: String = "", budget: Duration? = nil, payload: SignpostPayload<Action> = .none,
    states: SignpostStates = .replayable, stateDiff: SignpostStateDiff = .properties
  ) -> Self {
    wrapped(
      by: WrapperSite(
        prefix: prefix, budget: budget, payload: payload, states: states, stateDiff: stateDiff,
        State.self))
  }
}
