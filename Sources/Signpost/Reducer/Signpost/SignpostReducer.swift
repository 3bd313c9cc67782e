public import ComposableCore

extension Reducer {
  /// Emits events for each action of this reducer, each effect, and each action that an effect
  /// sends.
  ///
  /// ```swift
  /// let store = Store(initialState: Counter.State()) {
  ///   Counter().signpost("counter")
  /// }
  /// ```
  ///
  /// The events go to every LTTng session that records the provider `composable`, such as the
  /// session of `signpost record -- ./program`, and to the ``SignpostRecorder`` in whose scope the
  /// action is sent. Without either, an action costs one branch. A session that selects single
  /// events has to include `action_begin`: without it, actions and effects are not traced.
  ///
  /// The events contain names of actions, and payloads only on request. The reducer's states,
  /// effects and actions are the same with and without the wrapper. Wrappers may be nested: the
  /// inner action interval refers to the outer one, and an effect belongs to the innermost wrapper
  /// that it passes.
  ///
  /// The usual mistake is to wrap the root reducer alone. All actions are then recorded, under
  /// names such as `counter.incrementButtonTapped`, but the time of a child is part of its
  /// parent's. Wrap the child where it is embedded as well; the report then has its time as `self`
  /// of its own rows:
  ///
  /// ```swift
  /// var body: some ReducerOf<Self> {
  ///   Scope(\.counter, action: \.counter) {
  ///     Counter().signpost("counter", budget: .milliseconds(16))
  ///   }
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - prefix: Distinguishes this reducer's events from others.
  ///   - budget: The maximum duration of the reducer for an action. Exceeding it emits the event
  ///     `budget_exceeded`, which the report counts.
  ///   - payload: The part of actions to record besides their names.
  ///   - states: The part of `Codable` states to record, if the payload is `.replayable`.
  ///   - stateDiff: The part of state differences to record, for sessions that enable them by name.
  public func signpost(
    _ prefix: String = "", budget: Duration? = nil, payload: SignpostPayload<Action> = .none,
    states: SignpostStates = .replayable, stateDiff: SignpostStateDiff = .properties
  ) -> _SignpostReducer<Self> {
    _SignpostReducer(
      base: self, prefix: prefix, budget: budget, payload: payload, states: states,
      stateDiff: stateDiff)
  }

  /// Emits events for this reducer, with a text that a closure returns for each action.
  ///
  /// ```swift
  /// Search().signpost("search", payload: { "\($0)" })
  /// ```
  ///
  /// - Parameters:
  ///   - prefix: Distinguishes this reducer's events from others.
  ///   - budget: The maximum duration of the reducer for an action.
  ///   - stateDiff: The part of state differences to record.
  ///   - payload: Describes an action, or returns `nil` to record nothing. A text longer than 256
  ///     bytes is truncated.
  public func signpost(
    _ prefix: String = "", budget: Duration? = nil, stateDiff: SignpostStateDiff = .properties,
    payload: @escaping @Sendable (Action) -> String?
  ) -> _SignpostReducer<Self> {
    signpost(prefix, budget: budget, payload: .text(payload), stateDiff: stateDiff)
  }
}

/// The return type of ``ComposableCore/Reducer/signpost(_:budget:payload:states:stateDiff:)``.
public struct _SignpostReducer<Base: Reducer>: _PreparedReducer {
  let base: Base
  let prefix: String
  let budget: Duration?
  let payload: SignpostPayload<Base.Action>
  let states: SignpostStates
  let stateDiff: SignpostStateDiff

  /// Prepares the wrapped reducer, and the wrapper, which the store bypasses while tracing is
  /// disabled.
  public func _prepare() -> PreparedReducer<Base.State, Base.Action> {
    base._prepare()
      .signposted(prefix, budget: budget, payload: payload, states: states, stateDiff: stateDiff)
  }
}

extension _SignpostReducer: Sendable where Base: Sendable {}
