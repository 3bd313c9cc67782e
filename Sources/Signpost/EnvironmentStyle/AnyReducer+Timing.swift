public import ComposableCore
public import CoreMetrics

extension AnyReducer {
  /// Measures the actions and effects of this reducer, for reading while the program runs.
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
  /// The durations equal the durations of ``ComposableCore/Reducer/timing(_:into:)``, which is the
  /// modern form.
  ///
  /// - Parameters:
  ///   - prefix: Distinguishes this reducer's durations from others.
  ///   - timings: The statistics to add to.
  public func timing(_ prefix: String = "", into timings: Timings) -> Self {
    wrapped(
      by: WrapperSite(prefix: prefix, of: (State.self, Action.self)) {
        TimingListener($0, timings)
      })
  }

  /// Counts and measures the actions and effects of this reducer with swift-metrics.
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
  /// The metrics equal the metrics of ``ComposableCore/Reducer/timing(_:metrics:factory:)``, which
  /// is the modern form. Set up swift-metrics before calling this: without a back end at that time,
  /// the wrapper is omitted.
  ///
  /// - Parameters:
  ///   - prefix: Distinguishes this reducer's metrics from others, as a dimension.
  ///   - label: The start of the labels of the metrics.
  ///   - factory: The back end; by default the back end of `MetricsSystem`.
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
