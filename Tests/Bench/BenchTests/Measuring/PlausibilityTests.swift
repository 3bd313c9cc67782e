import BenchSuites
import Testing

@testable import BenchHarness

@MainActor
@Suite struct PlausibilityTests {
  private func problem(_ count: Int, _ time: Double, _ longerTime: Double) -> String? {
    Plausibility.problem(
      Plausibility.Probe(count: count, time: time, longerTime: longerTime))
  }

  @Test func timeThatGrowsWithTheCountIsPlausible() {
    #expect(problem(1000, 10_000, 80_000) == nil)
    // A tracepoint that is off, one of 32 in a row.
    #expect(problem(1_000_000, 140_000, 1_120_000) == nil)
    // Noise makes the shorter one longer at times.
    #expect(problem(1000, 30_000, 80_000) == nil)
  }

  @Test func lessThanAnInstructionIsImpossible() throws {
    let found = try #require(problem(1 << 37, 20, 22))
    #expect(found.contains("the optimiser removed"))
  }

  @Test func timeThatDoesNotGrowIsNotThatOfALoop() throws {
    let found = try #require(problem(1, 2_000_000, 2_100_000))
    #expect(found.contains("does not grow"))
  }

  @Test func anOperationThatDoesNothingIsFoundOut() async {
    let operation = Operation.synchronous { _ in }
    let batch = await Calibration(batchTime: 1e6).batch(of: operation)
    let probe = await Plausibility.probe(operation, batch: batch)
    #expect(Plausibility.problem(probe) != nil)
  }

  @Test func anOperationThatDoesSomethingIsNot() async {
    let operation = Operation.synchronous { count in
      for index in 0..<count { step(index) }
    }
    let batch = await Calibration(batchTime: 1e6).batch(of: operation)
    let probe = await Plausibility.probe(operation, batch: batch)
    #expect(Plausibility.problem(probe) == nil)
  }
}

@MainActor private var total = 0

@inline(never)
@MainActor private func step(_ value: Int) {
  total = (total &* 31) ^ value
}
