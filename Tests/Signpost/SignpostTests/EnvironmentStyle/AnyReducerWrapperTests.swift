import ComposableCore
import CoreMetrics
import InMemoryLogging
import InMemoryTracing
import Logging
import MetricsTestKit
import Signpost
import TestSupport
import Testing
import Tracing

/// Each wrapper of a reducer in the environment style writes the output of the modern wrapper.
@MainActor
@Suite struct AnyReducerWrapperTests {
  private typealias Old = AnyReducer<Worker.State, Worker.Action, Gates>

  private let old = Old { Worker(gates: $0) }

  /// Does the same with two stores, one after the other.
  private func use(_ makeStore: () -> StoreOf<Worker>) async {
    for _ in 1...2 {
      let store = makeStore()
      store.send(.increment)
      store.send(.typed("secret"))
      await store.send(.workAndSend).finish()
      await store.send(.fail).finish()
      #expect(store.count == 1)
    }
  }

  private func use(old reducer: Old) async {
    await use { Store(initialState: Worker.State(), reducer: reducer, environment: Gates()) }
  }

  @Test func logging() async {
    func records(_ use: (Logger) async -> Void) async -> [String] {
      let handler = InMemoryLogHandler()
      var logger = Logger(label: "worker") { _ in handler }
      logger.logLevel = .debug
      await use(logger)
      return handler.entries.map { entry in
        let metadata = entry.metadata
          .filter { !["duration", "store", "effect_id", "cause"].contains($0.key) }
          .sorted { $0.key < $1.key }
        return "\(entry.level) \(entry.message) \(metadata)"
      }
    }
    let oldRecords = await records {
      await use(old: old.logging($0, level: .info, effects: .debug, prefix: "p"))
    }
    let modernRecords = await records { logger in
      await use {
        Store(initialState: Worker.State()) {
          Worker().logging(logger, level: .info, effects: .debug, prefix: "p")
        }
      }
    }
    #expect(oldRecords == modernRecords)
    // For each store five actions, two effects.
    #expect(oldRecords.count == 2 * (5 + 2 * 2))
  }

  @Test func timings() async {
    func counts(_ use: (Timings) async -> Void) async -> [String] {
      let timings = Timings()
      await use(timings)
      return timings.actions.map { "\($0.prefix) \($0.name) \($0.duration.count)" }.sorted()
        + timings.effects.map { "\($0.prefix) \($0.name) \($0.finished) \($0.failed)" }.sorted()
    }
    let oldCounts = await counts { await use(old: old.timing("p", into: $0)) }
    let modernCounts = await counts { timings in
      await use { Store(initialState: Worker.State()) { Worker().timing("p", into: timings) } }
    }
    #expect(oldCounts == modernCounts)
    #expect(oldCounts.count == 5 + 2)
  }

  @Test func metrics() async {
    func counts(_ use: (TestMetrics) async -> Void) async -> [String] {
      let metrics = TestMetrics()
      await use(metrics)
      return metrics.counters
        .map { "\($0.label) \($0.dimensions.map { "\($0)=\($1)" }.sorted()) \($0.totalValue)" }
        .sorted()
    }
    let oldCounts = await counts {
      await use(old: old.timing("p", metrics: "worker", factory: $0))
    }
    let modernCounts = await counts { metrics in
      await use {
        Store(initialState: Worker.State()) {
          Worker().timing("p", metrics: "worker", factory: metrics)
        }
      }
    }
    #expect(oldCounts == modernCounts)
    // Effects are counted by how they ended, of which there are three ways.
    #expect(oldCounts.count == 5 + 2 * 3)
  }

  @Test func spans() async {
    func spans(_ use: (InMemoryTracer) async -> Void) async -> [String] {
      let tracer = InMemoryTracer()
      await use(tracer)
      #expect(tracer.activeSpans.isEmpty)
      let names = Dictionary(
        uniqueKeysWithValues: tracer.finishedSpans.map { ($0.spanID, $0.operationName) })
      return tracer.finishedSpans.map { span in
        "\(span.operationName) in \(span.parentSpanID.flatMap { names[$0] } ?? "nothing")"
      }
    }
    let oldSpans = await spans { await use(old: old.traced("p", tracer: $0)) }
    let modernSpans = await spans { tracer in
      await use { Store(initialState: Worker.State()) { Worker().traced("p", tracer: tracer) } }
    }
    #expect(oldSpans == modernSpans)
    #expect(oldSpans.count == 2 * (5 + 2))
  }

  @Test func allOfThemAtOnceChangeNothing() async {
    let stack = WrapperStack(isOn: true)
    var logger = Logger(label: "all") { _ in stack.log }
    logger.logLevel = .trace
    let recorder = SignpostRecorder()
    await recorder.record {
      await use(
        old: old.signpost("a").logging(logger).timing(into: stack.timings)
          .timing(metrics: "all", factory: stack.metrics).traced(tracer: stack.tracer)
          .signpost("b"))
    }
    #expect(recorder.events.count > 2 * 2 * 5)
    #expect(!stack.log.entries.isEmpty)
    #expect(stack.timings.actions.count == 5)
    #expect(!stack.metrics.counters.isEmpty)
    #expect(stack.tracer.activeSpans.isEmpty)
  }

  @Test func withoutABackEndOfMetricsTheWrapperIsLeftOut() async {
    await use(old: old.timing(metrics: "worker", factory: NOOPMetricsHandler.instance))
  }
}
