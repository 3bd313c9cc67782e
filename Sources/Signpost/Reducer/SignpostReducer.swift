public import CCore
public import CLTTng
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
  /// made by `signpost record -- ./program`, and to the ``SignpostRecorder`` in whose scope the
  /// action is sent. Without either, an action pays one branch.
  ///
  /// Names of actions are recorded, their payloads are not. The reducer's states, effects and
  /// actions are the same with and without the wrapper. Wrappers may be nested: the inner action
  /// interval refers to the outer one, and an effect belongs to the innermost wrapper it passes.
  ///
  /// - Parameter prefix: Tells this reducer's events from those of others.
  @inlinable
  public func signpost(_ prefix: String = "") -> _SignpostReducer<Self> {
    _SignpostReducer(base: self, prefix: prefix)
  }
}

/// What ``ComposableCore/Reducer/signpost(_:)`` returns.
public struct _SignpostReducer<Base: Reducer>: _PreparedReducer {
  @usableFromInline let base: Base
  @usableFromInline let prefix: String

  @usableFromInline
  init(base: Base, prefix: String) {
    self.base = base
    self.prefix = prefix
  }

  @inlinable
  public func _prepare() -> PreparedReducer<Base.State, Base.Action> {
    let base = base._prepare()
    let site = SignpostSite(prefix: prefix, base: base)
    return PreparedReducer { state, action in
      guard isSignpostEnabled else { return base(&state, action) }
      return site.reduce(into: &state, action: action)
    }
  }
}

/// Whether anybody listens to actions or effects.
///
/// A session that records neither `action_begin` nor `effect_begin` gets no action and no effect:
/// the other events mean nothing without them, and asking for each would cost each action a branch.
@inlinable
@inline(__always)
var isSignpostEnabled: Bool {
  composable_action_begin_enabled() || composable_effect_begin_enabled() || composable_is_recorded()
}
