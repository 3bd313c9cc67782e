import TestSupport
import Testing

@testable import TraceExport

@Suite struct PageOverviewTests {
  @Test func percentilesAreAtMostAFewPercentTooLong() {
    var random = SplitMix(seed: 1)
    for _ in 0..<200 {
      var histogram = CoarseHistogram()
      let durations = (0..<100).map { _ in
        Int64.random(in: 0...(1 << Int64.random(in: 0...62, using: &random)), using: &random)
      }
      for duration in durations { histogram.record(duration) }
      let exact = durations.sorted()[98]
      let found = histogram.percentile(99)
      #expect(found >= exact)
      #expect(Double(found - exact) <= Double(exact) / 16)
    }
    #expect(CoarseHistogram().percentile(99) == 0)
  }

  @Test func stretchesWidenAndNothingIsLost() {
    var overview = PageOverview()
    var time: Int64 = 0
    for count in 1...100_000 {
      overview.begin(at: time)
      overview.end(begun: time, duration: 1000)
      time += 1_000_000
      guard count.isMultiple(of: 10_000) else { continue }
      #expect(overview.rows.count <= PageOverview.limit)
      #expect(overview.rows.map { Int($0.actions) }.reduce(0, +) == count)
    }
    #expect(overview.rows.count > PageOverview.limit / 4)
    #expect(overview.start == 0)
    #expect(overview.rows.dropLast().allSatisfy { 1000...1062 ~= $0.p99 })
  }

  @Test func whatIsEarlierThanTheFirstHasAPlace() {
    var overview = PageOverview()
    overview.begin(at: 5_000_000_000)
    overview.begin(at: -3)
    overview.begin(at: 1 << 50)
    #expect(overview.rows.map { Int($0.actions) }.reduce(0, +) == 3)
    #expect(overview.rows.count <= PageOverview.limit)
    #expect(overview.start <= -3 && overview.start > -2 * overview.width)
  }
}
