public import ComposableCore
public import CoreMetrics

extension AnyReducer {
  /// Takes the time of what this reducer does, to be read while the program runs.
  ///
  /// ```swift
  /// let timings = Timings()
  /// let store = Store(
  ///   initialState: AppState(),
  ///   reducer: appReducer.timing("app", into: timings),
  ///   environment: .live
  /// )
  /// ```
  ///
  /// The times are those of ``ComposableCore/Reducer/timing(_:into:)``, which is the modern form.
  ///
  /// - Parameters:
  ///   - prefix: Tells this reducer's times from those of others.
  ///   - timings: Where to count.
  public func timing(_ prefix: String = "", into timings: Timings) -> Self {
    wrapped(
      by: WrapperSite(prefix: prefix, of: (State.self, Action.self)) {
        TimingListener($0, timings)
      })
  }

  /// Counts what this reducer does, and how long it takes, with swift-metrics.
  ///
  /// ```swift
  /// MetricsSystem.bootstrap(PrometheusMetricsFactory())
  /// let store = Store(
  ///   initialState: AppState(),
  ///   reducer: appReducer.timing(metrics: "app"),
  ///   environment: .live
  /// )
  /// ```
  ///
  /// The metrics are those of ``ComposableCore/Reducer/timing(_:metrics:factory:)``, which is the modern
  /// form. Set up swift-metrics before this is called: without a back end at that time the wrapper is
  /// left out.
  ///
  /// - Parameters:
  ///   - prefix: Tells this reducer's metrics from those of others, as a dimension.
  ///   - label: What the labels of the metrics begin with.
  ///   - factory: The back end; that of `MetricsSystem` if `nil`.
  public func timing(
    _ prefix: String = "", metrics label: String, factory: (any MetricsFactory)? = nil
  ) -> Self {
    guard let metrics = ReducerMetrics.current(label: label, prefix: prefix, factory: factory)
    else { return self }
    return wrapped(
      by: WrapperSite(prefix: prefix, of: (State.self, Action.self)) {
        TimingListener($0, metrics)
      })
  }
}
