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
  private let runningEffects: any RecorderHandler
  private let state = Locked(State())

  let isEnabled = true

  private init(label: String, factory: any MetricsFactory, runningEffects: any RecorderHandler) {
    self.label = label
    self.factory = factory
    self.runningEffects = runningEffects
  }

  /// Unchecked: the back end is sendable, whether it is identified by an address or by its value.
  private struct Key: Hashable, @unchecked Sendable {
    let label: String
    let prefix: String
    let backEnd: AnyHashable
  }

  private static let known = ForkSafeLocked<[Key: ReducerMetrics]>([:])

  /// The metrics with a label and prefix, from `MetricsSystem` if no back end is given; `nil` if
  /// there is no back end.
  static func current(
    label: String, prefix: String, factory explicit: (any MetricsFactory)?
  ) -> ReducerMetrics? {
    let factory = explicit ?? MetricsSystem.factory
    guard !(factory is NOOPMetricsHandler) else { return nil }
    func makeGauge() -> any RecorderHandler {
      factory.makeRecorder(
        label: label + ".effects.running", dimensions: dimensions(prefix: prefix),
        aggregate: false)
    }
    func shared(
      by backEnd: AnyHashable, _ gauge: () -> any RecorderHandler
    ) -> ReducerMetrics {
      let key = Key(label: label, prefix: prefix, backEnd: backEnd)
      return known.withLock { known in
        if let metrics = known[key] { return metrics }
        let metrics = ReducerMetrics(label: label, factory: factory, runningEffects: gauge())
        known[key] = metrics
        return metrics
      }
    }
    if let backEnd = identity(of: factory, isDefault: explicit == nil) {
      return shared(by: backEnd, makeGauge)
    }
    // Stores that write to one gauge need one count. A back end makes a metric of a label and
    // dimensions once.
    let gauge = makeGauge()
    return shared(by: AnyHashable(ObjectIdentifier(gauge))) { gauge }
  }

  /// The identity of a back end; `nil` for a value that cannot be compared.
  private static func identity(
    of factory: any MetricsFactory, isDefault: Bool
  ) -> AnyHashable? {
    if type(of: factory) is AnyClass { return AnyHashable(ObjectIdentifier(factory as AnyObject)) }
    if let factory = factory as? any Hashable { return AnyHashable(factory) }
    // Set once in the life of a process.
    return isDefault ? AnyHashable(ObjectIdentifier(MetricsSystem.self)) : nil
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
      runningEffects.record(Int64(state.running))
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
