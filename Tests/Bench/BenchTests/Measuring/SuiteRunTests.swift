import BenchSuites
import Testing

@testable import BenchHarness

@MainActor
@Suite struct SuiteRunTests {
  private final class Log {
    var batches: [String] = []
    var setUps = 0
    /// Whether a session records each batch of `b`.
    var isRecorded = false

    /// The sessions that record the process since the last batch.
    var foreign: ForeignSessions {
      ForeignSessions(intended: 0) { [self] in
        defer { batches = [] }
        return isRecorded && batches.last == "b" ? 1 : 0
      }
    }
  }

  private func suite(_ log: Log) -> Suite {
    let names = ["a", "b", "c"]
    return Suite(
      "suite",
      benchmarks: names.map { name in
        Benchmark("suite/\(name)") {
          .synchronous { count in
            log.batches.append(name)
            var step = 0
            while step < count * 40 { step += opaque(1) }
          }
        }
      },
      figures: [
        Figure("a / b", .ratio("suite/a", to: "suite/b"), budget: 2),
        Figure("a / d", .ratio("suite/a", to: "suite/d")),
      ])
  }

  @Test func everyRoundMeasuresEachBenchmarkOnceInAnotherOrder() async throws {
    let log = Log()
    let run = try await SuiteRun(
      suite(log), effort: Effort(rounds: 12, time: 0.001), hardware: nil, progress: Progress())
    log.batches = []
    await run.measure(rounds: 12)
    let rounds = stride(from: 0, to: log.batches.count, by: 3)
      .map { Array(log.batches[$0..<$0 + 3]) }
    #expect(rounds.count == 12)
    for round in rounds { #expect(round.sorted() == ["a", "b", "c"]) }
    #expect(Set(rounds).count > 2)
    #expect(run.result.benchmarks.allSatisfy { $0.rounds.count == 12 && $0.time.median > 0 })
  }

  @Test func figuresAreThoseWhoseBenchmarksWereMeasured() async throws {
    let run = try await SuiteRun(
      suite(Log()), effort: Effort(rounds: 3, time: 0.001), hardware: nil, progress: Progress())
    let result = await run.measure()
    #expect(result.figures.map(\.name) == ["suite/a / b"])
    #expect(result.figures[0].budget == 2)
  }

  @Test func suiteRun_foreignSessionBeforeTheRounds_refusesTheBenchmark() async throws {
    let log = Log()
    log.isRecorded = true
    let run = try await SuiteRun(
      suite(log), effort: Effort(rounds: 3, time: 0.001), hardware: nil, progress: Progress(),
      foreign: log.foreign)
    let result = await run.measure()
    #expect(result.refusals?.map(\.name) == ["suite/b"])
    #expect(result.benchmarks.map(\.name) == ["suite/a", "suite/c"])
    #expect(result.figures.isEmpty)
  }

  @Test func suiteRun_foreignSessionDuringARound_refusesTheBenchmark() async throws {
    let log = Log()
    let run = try await SuiteRun(
      suite(log), effort: Effort(rounds: 3, time: 0.001), hardware: nil, progress: Progress(),
      foreign: log.foreign)
    await run.measure(rounds: 2)
    #expect(run.result.refusals == nil)
    log.isRecorded = true
    await run.measure(rounds: 2)
    #expect(run.result.refusals?.map(\.name) == ["suite/b"])
    #expect(run.result.benchmarks.map(\.name) == ["suite/a", "suite/c"])
    #expect(run.result.benchmarks.allSatisfy { $0.rounds.count == 4 })
    #expect(run.result.figures.isEmpty)
  }

  @Test func suiteMeasurement_foreignSessionDuringTheRepetition_refusesTheFigure() async throws {
    let log = Log()
    // Off, whatever the times are, and repeated for that reason.
    let thresholds = Thresholds(figures: ["suite/a / b": .init(value: 1000, tolerance: 0.01)])
    let original = suite(log)
    let benchmarks = original.benchmarks.map { benchmark in
      Benchmark(benchmark.name) {
        log.setUps += 1
        log.isRecorded = log.setUps > 3
        return benchmark.setUp()
      }
    }
    let measurement = SuiteMeasurement(
      suite: Suite("suite", benchmarks: benchmarks, figures: original.figures),
      effort: Effort(rounds: 3, time: 0.001), hardware: nil, progress: Progress(),
      foreign: log.foreign)
    let result = try await measurement.result(judgedBy: thresholds)
    #expect(result.refusals?.map(\.name) == ["suite/a / b"])
    #expect(result.figures.isEmpty)
    #expect(result.benchmarks.map(\.name) == ["suite/a", "suite/b", "suite/c"])
  }
}

@inline(never)
private func opaque(_ value: Int) -> Int { value }
