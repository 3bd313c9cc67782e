import CompanionSupport
import ComposableCore
import CoreMetrics
import InMemoryLogging
import InMemoryTracing
import Logging
import MetricsTestKit
import Signpost
import TestSupport
import Tracing

/// All wrappers with a place to write to each, to be put around reducers in random order.
final class WrapperStack: Sendable {
  let isOn: Bool
  let timings: Timings
  let metrics = TestMetrics()
  let tracer = InMemoryTracer()
  let log = InMemoryLogHandler()
  let printed = Locked(0)

  init(isOn: Bool) {
    self.isOn = isOn
    timings = Timings(isEnabled: isOn)
  }

  private enum Kind: CaseIterable {
    case signpost, logging, timing, metrics, traced, printChanges
  }

  /// Puts all wrappers around a reducer, and some of them a second time.
  func wrap<State, Action>(
    _ base: any Reducer<State, Action>, using random: inout SplitMix
  ) -> StackedReducer<State, Action> {
    let kinds = Kind.allCases + Kind.allCases.filter { _ in Bool.random(using: &random) }
    var result = StackedReducer(base: base)
    for (index, kind) in kinds.shuffled(using: &random).enumerated() {
      result = StackedReducer(base: wrap(result, in: kind, prefix: "\(index)"))
    }
    return result
  }

  private func wrap<Base: Reducer>(
    _ base: Base, in kind: Kind, prefix: String
  ) -> any Reducer<Base.State, Base.Action> {
    switch kind {
    case .signpost:
      return base.signpost(prefix, budget: .nanoseconds(1), payload: .full)
    case .logging:
      var logger = Logger(label: prefix) { [log] _ in log }
      logger.logLevel = isOn ? .trace : .critical
      return base.logging(logger, level: .info, effects: .debug, prefix: prefix)
    case .timing:
      return base.timing(prefix, into: timings)
    case .metrics:
      let factory: any MetricsFactory = isOn ? metrics : NOOPMetricsHandler.instance
      return base.timing(prefix, metrics: "node", factory: factory)
    case .traced:
      return base.traced(prefix, tracer: isOn ? tracer : NoOpTracer())
    case .printChanges:
      return base.printChanges(
        isOn ? _ReducerPrinter { [self] _, _, _ in printed.withLock { $0 += 1 } } : nil)
    }
  }
}

/// A reducer whose wrappers are known at run time only.
struct StackedReducer<State, Action>: _PreparedReducer {
  let base: any Reducer<State, Action>

  func _prepare() -> PreparedReducer<State, Action> {
    base._prepare()
  }
}
