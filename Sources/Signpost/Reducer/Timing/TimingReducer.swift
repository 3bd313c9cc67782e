public import ComposableCore
public import CoreMetrics

extension Reducer {
  /// Takes the time of what this reducer does, to be read while the program runs.
  ///
  /// ```swift
  /// let timings = Timings()
  /// let store = Store(initialState: Feature.State()) {
  ///   Feature().timing("feature", into: timings)
  /// }
  /// …
  /// print(timings)
  /// ```
  ///
  /// An action's time is that of the wrapped reducer; an effect's that of its work, from its begin to
  /// its end, waiting included. While `timings.isEnabled` is `false`, an action costs a branch. The
  /// reducer's states, effects and actions are the same with and without the wrapper. Where wrappers
  /// with the same `timings` are nested, an effect belongs to the innermost one it passes.
  ///
  /// - Parameters:
  ///   - prefix: Tells this reducer's times from those of others.
  ///   - timings: Where to count.
  public func timing(_ prefix: String = "", into timings: Timings) -> _TimingReducer<Self> {
    _TimingReducer(base: self, prefix: prefix, target: .timings(timings))
  }

  /// Counts what this reducer does, and how long it takes, with swift-metrics.
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
  /// `action` is the name of an action, for effects that of the one that started them; there are as
  /// many as the feature's actions have cases. `prefix` is there if the wrapper has one. `outcome` is
  /// `finished`, `cancelled` or `failed`.
  ///
  /// Set up swift-metrics before the store is created: without a back end at that time the wrapper is
  /// left out. The reducer's states, effects and actions are the same with and without it.
  ///
  /// - Parameters:
  ///   - prefix: Tells this reducer's metrics from those of others, as a dimension.
  ///   - label: What the labels of the metrics begin with.
  ///   - factory: The back end; that of `MetricsSystem` if `nil`.
  public func timing(
    _ prefix: String = "", metrics label: String, factory: (any MetricsFactory)? = nil
  ) -> _TimingReducer<Self> {
    _TimingReducer(base: self, prefix: prefix, target: .metrics(label, factory))
  }
}

/// What ``ComposableCore/Reducer/timing(_:into:)`` and
/// ``ComposableCore/Reducer/timing(_:metrics:factory:)`` return.
public struct _TimingReducer<Base: Reducer>: _PreparedReducer {
  enum Target {
    case timings(Timings)
    case metrics(String, (any MetricsFactory)?)
  }

  let base: Base
  let prefix: String
  let target: Target

  /// Prepares the wrapped reducer, and the wrapper where somebody wants its times.
  public func _prepare() -> PreparedReducer<Base.State, Base.Action> {
    let base = base._prepare()
    let types = (Base.State.self, Base.Action.self)
    // Each with its type, for which the site is specialised.
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
