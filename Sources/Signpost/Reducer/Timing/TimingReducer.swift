public import ComposableCore
public import CoreMetrics

extension Reducer {
  /// Measures the actions and effects of this reducer, for reading while the program runs.
  ///
  /// ```swift
  /// let timings = Timings()
  /// let store = Store(initialState: Counter.State()) {
  ///   Counter().timing("counter", into: timings)
  /// }
  /// store.send(.incrementButtonTapped)
  /// print(timings)
  /// print(timings.action("incrementButtonTapped", prefix: "counter")?.p99Ns ?? 0)
  /// ```
  ///
  /// It is for figures in the program itself, such as a page of a server. `print` shows a table. A
  /// recording, which shows each single action with its cause, needs
  /// ``signpost(_:budget:payload:states:stateDiff:)``.
  ///
  /// The usual mistake is one `Timings` for each store of a server: there is no table of all
  /// sessions, and the memory grows with their number. Create one, and pass it to all stores.
  ///
  /// The duration of an action is the duration of the wrapped reducer. The duration of an effect is
  /// the duration of its work, from its begin to its end, including waits. While
  /// `timings.isEnabled` is `false`, an action costs a branch. The reducer's states, effects and
  /// actions are the same with and without the wrapper. If wrappers with the same `timings` are
  /// nested, an effect belongs to the innermost wrapper that it passes.
  ///
  /// - Parameters:
  ///   - prefix: Distinguishes this reducer's durations from others.
  ///   - timings: The statistics to add to.
  public func timing(_ prefix: String = "", into timings: Timings) -> _TimingReducer<Self> {
    _TimingReducer(base: self, prefix: prefix, target: .timings(timings))
  }

  /// Counts and measures the actions and effects of this reducer with swift-metrics.
  ///
  /// ```swift
  /// MetricsSystem.bootstrap(PrometheusMetricsFactory())
  /// let store = Store(initialState: Todos.State()) {
  ///   Todos().timing(metrics: "todos")
  /// }
  /// ```
  ///
  /// | metric | kind | dimensions |
  /// |---|---|---|
  /// | `todos.actions` | counter | `action`, `prefix` |
  /// | `todos.action.duration` | timer | `action`, `prefix` |
  /// | `todos.effects` | counter of effects that have ended | `action`, `prefix`, `outcome` |
  /// | `todos.effect.duration` | timer | `action`, `prefix` |
  /// | `todos.effects.running` | gauge | `prefix` |
  ///
  /// `action` is the name of an action, and for effects the name of the action that started them.
  /// It has as many values as the feature's actions have cases. `prefix` is present if the wrapper
  /// has one. `outcome` is `finished`, `cancelled` or `failed`.
  ///
  /// Set up swift-metrics before creating the store: without a back end at that time, the wrapper
  /// is omitted. The reducer's states, effects and actions are the same with and without it.
  ///
  /// Stores with the same label, prefix and back end share the metrics; the gauge counts the
  /// effects of all. If such wrappers are nested, an effect belongs to the innermost wrapper that
  /// it passes. Two back ends are the same if they are one object or equal values. Values that are
  /// not `Hashable` are the same if they make the same gauge.
  ///
  /// - Parameters:
  ///   - prefix: Distinguishes this reducer's metrics from others, as a dimension.
  ///   - label: The start of the labels of the metrics.
  ///   - factory: The back end; by default the back end of `MetricsSystem`.
  public func timing(
    _ prefix: String = "", metrics label: String, factory: (any MetricsFactory)? = nil
  ) -> _TimingReducer<Self> {
    _TimingReducer(base: self, prefix: prefix, target: .metrics(label, factory))
  }
}

/// The return type of ``ComposableCore/Reducer/timing(_:into:)`` and
/// ``ComposableCore/Reducer/timing(_:metrics:factory:)``.
public struct _TimingReducer<Base: Reducer>: _PreparedReducer {
  enum Target {
    case timings(Timings)
    case metrics(String, (any MetricsFactory)?)
  }

  let base: Base
  let prefix: String
  let target: Target

  /// Prepares the wrapped reducer, and the wrapper if durations are measured.
  public func _prepare() -> PreparedReducer<Base.State, Base.Action> {
    let base = base._prepare()
    let types = (Base.State.self, Base.Action.self)
    // Separate calls with concrete types, so that the site is specialized for each.
    switch target {
    case .timings(let timings):
      let site = WrapperSite(prefix: prefix, of: types) { TimingListener($0, timings) }
      return PreparedReducer(alwaysWrapping: base, site.wrap)
    case .metrics(let label, let factory):
      guard let metrics = ReducerMetrics.current(label: label, prefix: prefix, factory: factory)
      else { return base }
      let site = WrapperSite(prefix: prefix, of: types) { TimingListener($0, metrics) }
      return PreparedReducer(alwaysWrapping: base, site.wrap)
    }
  }
}

extension _TimingReducer: Sendable where Base: Sendable {}
