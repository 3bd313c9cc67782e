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
  public func signpost(
    _ prefix: String = "", budget: Duration? = nil, payload: SignpostPayload<Action> = .none
  ) -> _SignpostReducer<Self> {
    _SignpostReducer(base: self, prefix: prefix, budget: budget, payload: payload)
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
  ///   - payload: Describes an action, or returns `nil` where there is nothing to record. Of a text
  ///     that is longer than 256 bytes the rest is cut off.
  public func signpost(
    _ prefix: String = "", budget: Duration? = nil,
    payload: @escaping @Sendable (Action) -> String?
  ) -> _SignpostReducer<Self> {
    signpost(prefix, budget: budget, payload: .text(payload))
  }
}

/// What ``ComposableCore/Reducer/signpost(_:budget:payload:)`` returns.
public struct _SignpostReducer<Base: Reducer>: _PreparedReducer {
  let base: Base
  let prefix: String
  let budget: Duration?
  let payload: SignpostPayload<Base.Action>

  /// Prepares the wrapped reducer, and the wrapper, which the store leaves out while nobody listens.
  public func _prepare() -> PreparedReducer<Base.State, Base.Action> {
    let base = base._prepare()
    let site = WrapperSite(prefix: prefix, budget: budget, payload: payload, Base.State.self)
    return PreparedReducer(wrapping: base, site.wrap(base.erased))
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
