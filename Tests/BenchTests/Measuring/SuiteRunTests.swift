import BenchSuites
import Testing

@testable import BenchHarness

@MainActor
@Suite struct SuiteRunTests {
  private final class Log {
    var batches: [String] = []
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
}

@inline(never)
private func opaque(_ value: Int) -> Int { value }
