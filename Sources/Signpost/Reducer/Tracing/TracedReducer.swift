public import ComposableCore
public import Tracing

extension Reducer {
  /// Makes spans of what this reducer does, through swift-distributed-tracing.
  ///
  /// ```swift
  /// InstrumentationSystem.bootstrap(tracer)
  /// let store = Store(initialState: Feature.State()) {
  ///   Feature().traced("feature")
  /// }
  /// ```
  ///
  /// Each action is a span, which begins and ends with the reducer. It is the parent of the spans of
  /// the effects that the reducer returned, which begin and end with their work. The span of an action
  /// that an effect sends is a child of the effect's, and both are linked. Around the reducer, and
  /// within `Effect.run`, the span is that of the current `ServiceContext`, so that calls made there
  /// continue the trace. An action sent from elsewhere is a child of the span that is current there, or
  /// begins a trace.
  ///
  /// An effect that throws has the status `error` and the type of the error as its attribute
  /// `error.type`, one that finishes has the status `ok`, and one that is cancelled has neither; the
  /// attribute `composable.outcome` tells all three apart. Further attributes are `composable.action`,
  /// `composable.prefix`, `composable.store`, `composable.changed`, `composable.effect` and
  /// `composable.outputs`.
  ///
  /// Names of actions are recorded, their payloads are not, and errors only if asked for: what an error
  /// says of itself often holds paths, addresses and what a user has typed. Without a tracer, an action costs the
  /// question for it. The reducer's states, effects and actions are the same with and without the
  /// wrapper. Where wrappers are nested, spans are, and an effect belongs to the innermost one.
  ///
  /// - Parameters:
  ///   - prefix: What the names of the spans begin with.
  ///   - tracer: Makes the spans; if `nil`, the tracer that `InstrumentationSystem` has when an action
  ///     arrives.
  ///   - recordsErrors: Whether spans of effects that throw have the error recorded, and its description
  ///     as the message of their status.
  public func traced(
    _ prefix: String = "", tracer: (any Tracer)? = nil, recordsErrors: Bool = false
  ) -> _TracedReducer<Self> {
    _TracedReducer(base: self, prefix: prefix, tracer: tracer, recordsErrors: recordsErrors)
  }
}

/// What ``ComposableCore/Reducer/traced(_:tracer:recordsErrors:)`` returns.
public struct _TracedReducer<Base: Reducer>: _PreparedReducer {
  let base: Base
  let prefix: String
  let tracer: (any Tracer)?
  let recordsErrors: Bool

  /// Prepares the wrapped reducer, and the wrapper.
  public func _prepare() -> PreparedReducer<Base.State, Base.Action> {
    let site = WrapperSite(prefix: prefix, of: (Base.State.self, Base.Action.self)) {
      TracingListener($0, tracer, recordsErrors: recordsErrors)
    }
    return PreparedReducer(alwaysWrapping: base._prepare(), site.wrap)
  }
}
