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
  /// `action_begin` among them: without it, actions and effects are not traced), and to the ``SignpostRecorder`` in whose scope the
  /// action is sent. Without either, an action pays one branch.
  ///
  /// Names of actions are recorded, their payloads are not. The reducer's states, effects and
  /// actions are the same with and without the wrapper. Wrappers may be nested: the inner action
  /// interval refers to the outer one, and an effect belongs to the innermost wrapper it passes.
  ///
  /// - Parameter prefix: Tells this reducer's events from those of others.
  public func signpost(_ prefix: String = "") -> _SignpostReducer<Self> {
    _SignpostReducer(base: self, prefix: prefix)
  }
}

/// What ``ComposableCore/Reducer/signpost(_:)`` returns.
public struct _SignpostReducer<Base: Reducer>: _PreparedReducer {
  let base: Base
  let prefix: String

  init(base: Base, prefix: String) {
    self.base = base
    self.prefix = prefix
  }

  /// Prepares the wrapped reducer, and the wrapper, which the store leaves out while nobody listens.
  public func _prepare() -> PreparedReducer<Base.State, Base.Action> {
    let base = base._prepare()
    let site = WrapperSite(prefix: prefix, of: (Base.State.self, Base.Action.self))
    return PreparedReducer(wrapping: base, site.wrap(base.erased))
  }
}

extension WrapperSite<SignpostListener> {
  /// The site of a wrapper that writes events.
  convenience init<State, Action>(prefix: String, of types: (State.Type, Action.Type)) {
    let identity = WrapperIdentity(prefix: prefix, Action.self)
    self.init(SignpostListener(identity), identity, of: types)
  }
}
