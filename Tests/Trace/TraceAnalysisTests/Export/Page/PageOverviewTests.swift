import Testing

@testable import TraceExport

@Suite struct PageOverviewTests {
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
    #expect(overview.rows.dropLast().allSatisfy { 970...1030 ~= $0.p99 })
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
