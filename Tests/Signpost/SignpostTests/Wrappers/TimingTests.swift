import ComposableCore
import CoreMetrics
import Foundation
import MetricsTestKit
import Signpost
import TestSupport
import Testing

@MainActor
@Suite struct TimingTests {
  @Test func actionsAndEffectsAreCountedByName() async throws {
    let timings = Timings()
    let gates = Gates()
    let store = Store(initialState: Worker.State()) {
      Worker(gates: gates).timing("p", into: timings)
    }
    for _ in 0..<100 { store.send(.increment) }
    store.send(.typed("secret"))
    await store.send(.workAndSend).finish()
    await store.send(.fail).finish()
    await store.cancelWork(gates)

    let increments = try #require(timings.action("increment", prefix: "p"))
    #expect(increments.count == 100)
    #expect(increments.minNs > 0)
    #expect(increments.p50Ns <= increments.maxNs)
    #expect(
      Set(timings.actions.map(\.name)) == [
        "increment", "typed", "workAndSend", "done", "fail", "work", "cancel",
      ])
    let effects = Dictionary(uniqueKeysWithValues: timings.effects.map { ($0.name, $0) })
    #expect(effects.keys.sorted() == ["fail", "work", "workAndSend"])
    #expect(effects["workAndSend"]?.finished == 1)
    #expect(effects["fail"]?.failed == 1)
    #expect(effects["work"]?.cancelled == 1)
    #expect(effects.values.allSatisfy { $0.started == 1 && $0.duration?.count == 1 })
    #expect(timings.description.contains("[p] increment"))
    #expect(!timings.description.contains("secret"))
  }

  @Test func canBeReadResetAndSwitchedOffMeanwhile() async {
    let timings = Timings()
    let gates = Gates()
    let store = Store(initialState: Worker.State()) {
      Worker(gates: gates).timing(into: timings)
    }
    let task = store.send(.work)
    await gates.arrival(at: "work")
    #expect(timings.effects.map(\.started) == [1])
    #expect(timings.effects.map(\.duration) == [nil])
    timings.reset()
    #expect(timings.actions.isEmpty)
    #expect(timings.description == "No actions seen.\n")
    timings.isEnabled = false
    store.send(.increment)
    gates.open("work")
    await task.finish()
    #expect(timings.actions.isEmpty)
    // Effects that had begun are counted to their end.
    #expect(timings.effects.map(\.finished) == [1])
    timings.isEnabled = true
    store.send(.increment)
    #expect(timings.action("increment")?.count == 1)
  }

  @Test func storesOnManyThreadsShareAnInstance() async {
    let timings = Timings()
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<8 {
        group.addTask {
          let store = StoreActor(initialState: Worker.State()) {
            Worker().timing(into: timings)
          }
          for _ in 0..<500 { await store.send(.increment) }
        }
      }
      group.addTask {
        while (timings.action("increment")?.count ?? 0) < 4000 { await Task.yield() }
      }
    }
    #expect(timings.action("increment")?.count == 4000)
  }

  @Test func nestedWrappersCountAnEffectOnceForEachInstance() async {
    let one = Timings()
    let two = Timings()
    let store = Store(initialState: Worker.State()) {
      Worker().timing("inner", into: one).timing(into: two).timing("outer", into: one)
    }
    await store.send(.workAndSend).finish()
    #expect(one.effects.map(\.prefix) == ["inner"])
    #expect(two.effects.map(\.finished) == [1])
    #expect(one.action("done", prefix: "outer")?.count == 1)
    #expect(one.action("done", prefix: "inner")?.count == 1)
  }

  // MARK: swift-metrics

  @Test func metricsHaveNamesAndDimensions() async throws {
    let metrics = TestMetrics()
    let gates = Gates()
    let store = Store(initialState: Worker.State()) {
      Worker(gates: gates).timing("p", metrics: "worker", factory: metrics)
    }
    store.send(.increment)
    store.send(.increment)
    await store.send(.fail).finish()
    let task = store.send(.work)
    await gates.arrival(at: "work")

    let increment = [("action", "increment"), ("prefix", "p")]
    #expect(try metrics.expectCounter("worker.actions", increment).totalValue == 2)
    #expect(try metrics.expectTimer("worker.action.duration", increment).values.count == 2)
    let failed = [("action", "fail"), ("prefix", "p"), ("outcome", "failed")]
    #expect(try metrics.expectCounter("worker.effects", failed).totalValue == 1)
    let fail = [("action", "fail"), ("prefix", "p")]
    #expect(try metrics.expectTimer("worker.effect.duration", fail).values.count == 1)
    let running = try metrics.expectRecorder("worker.effects.running", [("prefix", "p")])
    #expect(running.lastValue == 1)

    store.send(.cancel)
    await task.finish()
    #expect(running.lastValue == 0)
    let cancelled = [("action", "work"), ("prefix", "p"), ("outcome", "cancelled")]
    #expect(try metrics.expectCounter("worker.effects", cancelled).totalValue == 1)
  }

  @Test func storesCountTheirRunningEffectsTogether() async throws {
    let metrics = TestMetrics()
    try await expectOneCount(in: metrics) { metrics }
  }

  @Test func timingMetrics_backEndIsAValue_storesCountTheirRunningEffectsTogether() async throws {
    let metrics = TestMetrics()
    try await expectOneCount(in: metrics) { ValueBackEnd(base: metrics) }
  }

  @Test func timingMetrics_backEndsAreEqual_storesCountTheirRunningEffectsTogether() async throws {
    let metrics = TestMetrics()
    try await expectOneCount(in: metrics) { EquatableBackEnd(base: metrics) }
  }

  /// Three stores with the same metrics have a common number of running effects.
  private func expectOneCount(
    in metrics: TestMetrics, _ backEnd: () -> any MetricsFactory,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let gates = Gates()
    let stores = (0..<3).map { _ in
      Store(initialState: Worker.State()) {
        Worker(gates: gates).timing(metrics: "worker", factory: backEnd())
      }
    }
    let tasks = stores.map { $0.send(.work) }
    let running = try metrics.expectRecorder("worker.effects.running")
    while running.values.count < 3 { await Task.yield() }
    #expect(running.values == [1, 2, 3], sourceLocation: sourceLocation)
    gates.open("work")
    for task in tasks { await task.finish() }
    #expect(running.lastValue == 0, sourceLocation: sourceLocation)
  }

  @Test func timingMetrics_backEndsOfOneTypeDiffer_eachHasItsOwnMetrics() async throws {
    for metrics in [TestMetrics(), TestMetrics()] {
      let store = Store(initialState: Worker.State()) {
        Worker().timing(metrics: "worker", factory: ValueBackEnd(base: metrics))
      }
      store.send(.increment)
      let counter = try metrics.expectCounter("worker.actions", [("action", "increment")])
      #expect(counter.totalValue == 1)
    }
  }

  @Test(arguments: [true, false])
  func timingMetrics_nestedWithOneBackEnd_countAnEffectOnce(isEquatable: Bool) async throws {
    let metrics = TestMetrics()
    let backEnd: any MetricsFactory =
      isEquatable ? EquatableBackEnd(base: metrics) : ValueBackEnd(base: metrics)
    let store = Store(initialState: Worker.State()) {
      Worker()
        .timing(metrics: "worker", factory: backEnd)
        .timing(metrics: "worker", factory: backEnd)
    }
    await store.send(.workAndSend).finish()
    let finished = [("action", "workAndSend"), ("outcome", "finished")]
    #expect(try metrics.expectCounter("worker.effects", finished).totalValue == 1)
  }
}

/// A back end that is a value, and cannot be compared with others.
private struct ValueBackEnd: ForwardingBackEnd {
  let base: TestMetrics
}

/// A back end that is a value, and makes other objects each time.
private struct EquatableBackEnd: ForwardingBackEnd, Hashable {
  let base: TestMetrics

  static func == (one: Self, other: Self) -> Bool { one.base === other.base }

  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(base)) }

  func makeRecorder(
    label: String, dimensions: [(String, String)], aggregate: Bool
  ) -> any RecorderHandler {
    ForwardingRecorder(
      base: base.makeRecorder(label: label, dimensions: dimensions, aggregate: aggregate))
  }
}

private final class ForwardingRecorder: RecorderHandler {
  private let base: any RecorderHandler

  init(base: any RecorderHandler) {
    self.base = base
  }

  func record(_ value: Int64) { base.record(value) }

  func record(_ value: Double) { base.record(value) }
}

private protocol ForwardingBackEnd: MetricsFactory {
  var base: TestMetrics { get }
}

extension ForwardingBackEnd {
  func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler {
    base.makeCounter(label: label, dimensions: dimensions)
  }

  func makeRecorder(
    label: String, dimensions: [(String, String)], aggregate: Bool
  ) -> any RecorderHandler {
    base.makeRecorder(label: label, dimensions: dimensions, aggregate: aggregate)
  }

  func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
    base.makeTimer(label: label, dimensions: dimensions)
  }

  func destroyCounter(_ handler: any CounterHandler) {}

  func destroyRecorder(_ handler: any RecorderHandler) {}

  func destroyTimer(_ handler: any TimerHandler) {}
}
