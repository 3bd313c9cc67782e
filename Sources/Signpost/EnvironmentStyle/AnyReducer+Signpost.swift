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
  /// The events equal the events of
  /// ``ComposableCore/Reducer/signpost(_:budget:payload:states:stateDiff:)``, which is the modern
  /// form.
  ///
  /// - Parameters:
  ///   - prefix: Distinguishes this reducer's events from others.
  ///   - budget: The maximum duration of the reducer for an action.
  ///   - payload: The part of actions to record besides their names.
  ///   - states: The part of `Codable` states to record, if the payload is `.replayable`.
  ///   - stateDiff: The part of state differences to record, for sessions that enable them by name.
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
