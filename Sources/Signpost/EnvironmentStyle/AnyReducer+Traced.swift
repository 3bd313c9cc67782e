public import ComposableCore
public import Tracing

extension AnyReducer {
  /// Makes spans of what this reducer does, through swift-distributed-tracing.
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
  /// The spans are those of ``ComposableCore/Reducer/traced(_:tracer:recordsErrors:)``, which is the modern form.
  ///
  /// - Parameters:
  ///   - prefix: What the names of the spans begin with.
  ///   - tracer: Makes the spans; if `nil`, the tracer that `InstrumentationSystem` has when an action
  ///     arrives.
  ///   - recordsErrors: Whether spans of effects that throw have the error recorded, and its description
  ///     as the message of their status.
  public func traced(
    _ prefix: String = "", tracer: (any Tracer)? = nil, recordsErrors: Bool = false
  ) -> Self {
    wrapped(
      by: WrapperSite(prefix: prefix, of: (State.self, Action.self)) {
        TracingListener($0, tracer, recordsErrors: recordsErrors)
      })
  }
}
