public import ComposableCore

extension Reducer {
  /// Traces what this reducer does: each action, each effect, and each action an effect sends.
  ///
  /// ```swift
  /// let store = Store(initialState: Feature.State()) {
  ///   Feature().signpost("feature")
  /// }
  /// ```
  ///
  /// The events go to every LTTng session that records the provider `composable`, for example one
  /// made by `signpost record -- ./program` (a session that picks single events needs
  /// `action_begin` among them: without it, actions and effects are not traced), and to the
  /// ``SignpostRecorder`` in whose scope the action is sent. Without either, an action pays one branch.
  ///
  /// Names of actions are recorded, their payloads only if asked for. The reducer's states, effects and
  /// actions are the same with and without the wrapper. Wrappers may be nested: the inner action
  /// interval refers to the outer one, and an effect belongs to the innermost wrapper it passes.
  ///
  /// - Parameters:
  ///   - prefix: Tells this reducer's events from those of others.
  ///   - budget: How long the reducer may take for an action. One that takes longer leaves the event
  ///     `budget_exceeded`, and is counted in the report.
  ///   - payload: What to record of actions besides their names.
  ///   - stateDiff: What to record of the differences that actions make to the state, for sessions
  ///     that ask for these by name.
  public func signpost(
    _ prefix: String = "", budget: Duration? = nil, payload: SignpostPayload<Action> = .none,
    stateDiff: SignpostStateDiff = .properties
  ) -> _SignpostReducer<Self> {
    _SignpostReducer(
      base: self, prefix: prefix, budget: budget, payload: payload, stateDiff: stateDiff)
  }

  /// Traces what this reducer does, with what a closure says of each action.
  ///
  /// ```swift
  /// Search().signpost("search", payload: { "\($0)" })
  /// ```
  ///
  /// - Parameters:
  ///   - prefix: Tells this reducer's events from those of others.
  ///   - budget: How long the reducer may take for an action.
  ///   - stateDiff: What to record of the differences that actions make to the state.
  ///   - payload: Describes an action, or returns `nil` where there is nothing to record. Of a text
  ///     that is longer than 256 bytes the rest is cut off.
  public func signpost(
    _ prefix: String = "", budget: Duration? = nil, stateDiff: SignpostStateDiff = .properties,
    payload: @escaping @Sendable (Action) -> String?
  ) -> _SignpostReducer<Self> {
    signpost(prefix, budget: budget, payload: .text(payload), stateDiff: stateDiff)
  }
}

/// What ``ComposableCore/Reducer/signpost(_:budget:payload:stateDiff:)`` returns.
public struct _SignpostReducer<Base: Reducer>: _PreparedReducer {
  let base: Base
  let prefix: String
  let budget: Duration?
  let payload: SignpostPayload<Base.Action>
  let stateDiff: SignpostStateDiff

  /// Prepares the wrapped reducer, and the wrapper, which the store leaves out while nobody listens.
  public func _prepare() -> PreparedReducer<Base.State, Base.Action> {
    base._prepare()
      .signposted(prefix, budget: budget, payload: payload, stateDiff: stateDiff)
  }
}

extension PreparedReducer {
  /// The same, with a wrapper that writes events.
  func signposted(
    _ prefix: String, budget: Duration?, payload: SignpostPayload<Action>,
    stateDiff: SignpostStateDiff
  ) -> Self {
    let site = WrapperSite(prefix: prefix, budget: budget, payload: payload, State.self)
    let function = site.wrap(erased)
    let differ = StateDiffer(stateDiff, of: State.self)
    return Self(wrapping: self, differ?.wrap(function) ?? function)
  }
}

extension WrapperSite<SignpostListener> {
  /// The site of a wrapper that writes events.
  convenience init<State, Action>(
    prefix: String, budget: Duration?, payload: SignpostPayload<Action>, _: State.Type
  ) {
    self.init(prefix: prefix, of: (State.self, Action.self)) {
      SignpostListener($0, budget: budget, payload: payload.erased)
    }
  }
}
