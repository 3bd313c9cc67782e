import Testing

@testable import BenchHarness

@Suite struct CountingPassTests {
  @Test func count_slowOperation_isSmaller() {
    let counts = [40e3, 200e3, 20e6].map {
      CountingPass.count(of: .synchronous, nanosecondsEach: $0)
    }
    #expect(counts == [128, 8, 1])
  }

  @Test func count_retainedObjects_isTheSameOnABusyMachine() {
    let counts = [40e3, 200e3, 20e6].map { CountingPass.count(of: .retained, nanosecondsEach: $0) }
    #expect(Set(counts) == [128])
  }
}
