import Testing

@testable import BenchHarness

@Suite struct CountingPassTests {
  @Test func count_slowOperation_isSmaller() {
    #expect(counts(of: .synchronous, threshold: nil) == [128, 8, 1])
  }

  @Test func count_retainedObjects_isTheSameOnABusyMachine() {
    #expect(counts(of: .retained, threshold: nil) == [128, 128, 128])
  }

  @Test func count_withThreshold_isThatOfTheThresholdWhateverTheSpeed() {
    let eight = Thresholds.Memory(allocations: 3.125, bytes: 48, operations: 8)
    let usual = Thresholds.Memory(allocations: 3, bytes: 48)
    #expect(counts(of: .synchronous, threshold: eight) == [8, 8, 8])
    #expect(counts(of: .synchronous, threshold: usual) == [128, 128, 128])
  }

  private func counts(
    of kind: BenchmarkResult.Kind, threshold: Thresholds.Memory?
  ) -> [Int] {
    [40e3, 200e3, 20e6].map {
      CountingPass.count(of: kind, nanosecondsEach: $0, threshold: threshold)
    }
  }
}
