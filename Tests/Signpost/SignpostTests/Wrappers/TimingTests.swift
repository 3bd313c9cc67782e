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
    let gates = Gates()
    let stores = (0..<3).map { _ in
      Store(initialState: Worker.State()) {
        Worker(gates: gates).timing(metrics: "worker", factory: metrics)
      }
    }
    let tasks = stores.map { $0.send(.work) }
    let running = try metrics.expectRecorder("worker.effects.running")
    while running.lastValue != 3 { await Task.yield() }
    gates.open("work")
    for task in tasks { await task.finish() }
    #expect(running.lastValue == 0)
  }
}
