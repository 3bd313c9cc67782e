public import ComposableCore
public import Tracing

extension Reducer {
  /// Creates spans for the actions and effects of this reducer, with swift-distributed-tracing.
  ///
  /// ```swift
  /// InstrumentationSystem.bootstrap(tracer)
  /// let store = Store(initialState: Feature.State()) {
  ///   Feature().traced("feature")
  /// }
  /// ```
  ///
  /// Each action has a span, which starts and ends with the reducer. It is the parent of the spans
  /// of the effects that the reducer returned, which start and end with their work. The span of an
  /// action that an effect sends is a child of the effect's span, and each has a link to the other.
  /// Within the reducer and within `Effect.run`, the current `ServiceContext` has this span, so
  /// that calls made there continue the trace. An action that is sent from elsewhere is a child of
  /// the current span there, or the root of a new trace.
  ///
  /// An effect that throws has the status `error` and the type of the error as its attribute
  /// `error.type`, one that finishes has the status `ok`, and one that is cancelled has neither;
  /// the attribute `composable.outcome` distinguishes all three. Further attributes are
  /// `composable.action`, `composable.prefix`, `composable.store`, `composable.changed`,
  /// `composable.effect` and `composable.outputs`.
  ///
  /// Spans contain names of actions and no payloads. They contain errors only on request, because
  /// the description of an error often contains paths, addresses and user input. Without a tracer,
  /// an action costs one check. The reducer's states, effects and actions are the same with and
  /// without the wrapper. If wrappers are nested, their spans are nested, and an effect belongs to
  /// the innermost wrapper.
  ///
  /// - Parameters:
  ///   - prefix: The start of the names of the spans.
  ///   - tracer: The tracer that creates the spans; if `nil`, the tracer of `InstrumentationSystem`
  ///     when
  ///     an action arrives.
  ///   - recordsErrors: Whether the spans of effects that throw record the error, with its
  ///     description as the message of their status.
  public func traced(
    _ prefix: String = "", tracer: (any Tracer)? = nil, recordsErrors: Bool = false
  ) -> _TracedReducer<Self> {
    _TracedReducer(base: self, prefix: prefix, tracer: tracer, recordsErrors: recordsErrors)
  }
}

/// The return type of ``ComposableCore/Reducer/traced(_:tracer:recordsErrors:)``.
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

extension _TracedReducer: Sendable where Base: Sendable {}
