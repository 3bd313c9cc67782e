import CompanionSupport
import ComposableCore
import CoreMetrics

/// The metrics of all wrappers with the same label and prefix, whatever the number of stores.
final class ReducerMetrics: TimingSink {
  private struct State {
    var actions: [TimedName: ActionMetrics] = [:]
    var running = 0
  }

  private let label: String
  private let factory: any MetricsFactory
  private let runningEffects: Gauge
  private let state = Locked(State())

  let isEnabled = true

  private init(label: String, prefix: String, factory: any MetricsFactory) {
    self.label = label
    self.factory = factory
    runningEffects = Gauge(
      label: label + ".effects.running", dimensions: Self.dimensions(prefix: prefix),
      factory: factory)
  }

  private struct Key: Hashable {
    let label: String
    let prefix: String
    let factory: ObjectIdentifier
  }

  private static let known = ForkSafeLocked<[Key: ReducerMetrics]>([:])

  /// The metrics with a label and prefix, from `MetricsSystem` if no back end is given; `nil` if
  /// there is no back end.
  static func current(
    label: String, prefix: String, factory: (any MetricsFactory)?
  ) -> ReducerMetrics? {
    let factory = factory ?? MetricsSystem.factory
    guard !(factory is NOOPMetricsHandler) else { return nil }
    return shared(label: label, prefix: prefix, factory: factory)
  }

  /// The metrics with a label and prefix. A gauge requires that all stores share one count.
  private static func shared(
    label: String, prefix: String, factory: any MetricsFactory
  ) -> ReducerMetrics {
    // A factory that is a value has no identity.
    guard type(of: factory) is AnyClass else {
      return ReducerMetrics(label: label, prefix: prefix, factory: factory)
    }
    let key = Key(
      label: label, prefix: prefix, factory: ObjectIdentifier(factory as AnyObject))
    return known.withLock { known in
      if let metrics = known[key] { return metrics }
      let metrics = ReducerMetrics(label: label, prefix: prefix, factory: factory)
      known[key] = metrics
      return metrics
    }
  }

  func recordAction(_ name: TimedName, nanoseconds: UInt64) {
    let metrics = metrics(of: name)
    metrics.count.increment()
    metrics.duration.recordNanoseconds(Int64(clamping: nanoseconds))
  }

  func recordEffectBegin(_ name: TimedName) {
    countRunning(1)
  }

  func recordEffectEnd(_ name: TimedName, outcome: EffectOutcome, nanoseconds: UInt64) {
    let effects = metrics(of: name).effects
    effects.count(of: outcome).increment()
    effects.duration.recordNanoseconds(Int64(clamping: nanoseconds))
    countRunning(-1)
  }

  private func countRunning(_ change: Int) {
    // Under the lock, so that the last value recorded is the current one.
    state.withLock { state in
      state.running += change
      runningEffects.record(state.running)
    }
  }

  private func metrics(of name: TimedName) -> ActionMetrics {
    state.withLock { state in
      if let metrics = state.actions[name] { return metrics }
      let metrics = ActionMetrics(
        label: label,
        dimensions: [("action", String(cString: name.name))]
          + Self.dimensions(prefix: String(cString: name.prefix)),
        factory: factory)
      state.actions[name] = metrics
      return metrics
    }
  }

  private static func dimensions(prefix: String) -> [(String, String)] {
    prefix.isEmpty ? [] : [("prefix", prefix)]
  }
}

/// The metrics of actions of one name.
private final class ActionMetrics: Sendable {
  let count: Counter
  let duration: Timer
  private let madeEffects: Locked<EffectMetrics?>
  private let makeEffects: @Sendable () -> EffectMetrics

  init(label: String, dimensions: [(String, String)], factory: any MetricsFactory) {
    count = Counter(label: label + ".actions", dimensions: dimensions, factory: factory)
    duration = Timer(label: label + ".action.duration", dimensions: dimensions, factory: factory)
    madeEffects = Locked(nil)
    makeEffects = { EffectMetrics(label: label, dimensions: dimensions, factory: factory) }
  }

  /// Created when the first effect ends: most actions have none.
  var effects: EffectMetrics {
    madeEffects.withLock { made in
      let effects = made ?? makeEffects()
      made = effects
      return effects
    }
  }
}

/// The metrics of the effects of actions of one name.
private final class EffectMetrics: Sendable {
  let duration: Timer
  private let finished: Counter
  private let cancelled: Counter
  private let failed: Counter

  init(label: String, dimensions: [(String, String)], factory: any MetricsFactory) {
    func counter(_ outcome: EffectOutcome) -> Counter {
      Counter(
        label: label + ".effects", dimensions: dimensions + [("outcome", "\(outcome)")],
        factory: factory)
    }
    duration = Timer(label: label + ".effect.duration", dimensions: dimensions, factory: factory)
    finished = counter(.finished)
    cancelled = counter(.cancelled)
    failed = counter(.failed)
  }

  func count(of outcome: EffectOutcome) -> Counter {
    switch outcome {
    case .finished: finished
    case .cancelled: cancelled
    case .failed: failed
    }
  }
}
