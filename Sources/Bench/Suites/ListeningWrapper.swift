import ComposableCore
import CoreMetrics
import Logging
import Signpost
import Tracing

/// A wrapper that writes to a library rather than to a session: disabled, and enabled with a back
/// end that does nothing, so that only the wrapper is measured. To measure another, add a line to
/// ``all``.
struct ListeningWrapper: Sendable {
  static let all = [
    ListeningWrapper("logging", off: { logging(.error) }, on: { logging(.info) }),
    ListeningWrapper("timing", off: { timing(isEnabled: false) }, on: { timing(isEnabled: true) }),
    ListeningWrapper(
      "metrics", off: { metrics(NOOPMetricsHandler.instance) },
      on: { metrics(MultiplexMetricsHandler(factories: [])) }),
    ListeningWrapper("traced", off: { traced(NoOpTracer()) }, on: { traced(DiscardingTracer()) }),
    ListeningWrapper(
      "printChanges", off: { counting(Counter().printChanges(nil)) },
      on: {
        counting(
          Counter().printChanges(
            _ReducerPrinter { action, old, new in blackHole((old.count, new.count)) }))
      }),
  ]

  let name: String
  let off: @MainActor @Sendable () -> Operation
  let on: @MainActor @Sendable () -> Operation

  private init(
    _ name: String, off: @escaping @MainActor @Sendable () -> Operation,
    on: @escaping @MainActor @Sendable () -> Operation
  ) {
    self.name = name
    self.off = off
    self.on = on
  }

  var benchmarks: [Benchmark] {
    [
      Benchmark("wrappers/\(name)/off", setUp: off), Benchmark("wrappers/\(name)/on", setUp: on),
    ]
  }

  /// - Parameter absent: The name of the benchmark without a wrapper.
  func figures(absent: String) -> [Figure] {
    ["off", "on"].map { state in
      Figure(
        "\(name): \(state) over absent", .difference("wrappers/\(name)/\(state)", from: absent))
    }
  }
}

// Inlined, so that the wrapper is compiled with concrete types, as in a program.

@inline(__always)
@MainActor
private func counting(_ reducer: some ReducerOf<Counter>) -> Operation {
  let store = Store(initialState: Counter.State()) { reducer }
  return .sending(.incrementButtonTapped, to: store, counter: \.count)
}

@MainActor
private func logging(_ level: Logger.Level) -> Operation {
  var logger = Logger(label: "bench") { _ in DiscardingLogHandler() }
  logger.logLevel = level
  return counting(Counter().logging(logger, level: .info))
}

@MainActor
private func timing(isEnabled: Bool) -> Operation {
  counting(Counter().timing(into: Timings(isEnabled: isEnabled)))
}

@MainActor
private func metrics(_ factory: any MetricsFactory) -> Operation {
  counting(Counter().timing(metrics: "bench", factory: factory))
}

@MainActor
private func traced(_ tracer: any Tracer) -> Operation {
  counting(Counter().traced(tracer: tracer))
}
