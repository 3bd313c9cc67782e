public import ComposableCore
public import Tracing

extension AnyReducer {
  /// Creates spans for the actions and effects of this reducer, with swift-distributed-tracing.
  ///
  /// ```swift
  /// InstrumentationSystem.bootstrap(tracer)
  /// let store = Store(
  ///   initialState: AppState(),
  ///   reducer: appReducer.traced("app"),
  ///   environment: .live
  /// )
  /// ```
  ///
  /// The spans equal the spans of ``ComposableCore/Reducer/traced(_:tracer:recordsErrors:)``, which
  /// is the modern form.
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
  ) -> Self {
    wrapped(
      by: WrapperSite(prefix: prefix, of: (State.self, Action.self)) {
        TracingListener($0, tracer, recordsErrors: recordsErrors)
      })
  }
}
