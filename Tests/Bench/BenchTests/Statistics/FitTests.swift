import Testing

@testable import BenchHarness

@Suite struct FitTests {
  @Test func pointsOnALineGiveTheLine() throws {
    let fit = try #require(Fit([1, 2, 5, 10, 20].map { (x: $0, y: 35 + 8 * $0) }))
    #expect(abs(fit.slope - 8) < 1e-9)
    #expect(abs(fit.intercept - 35) < 1e-9)
  }

  @Test func aPowerLawGivesItsExponent() throws {
    let points = [10.0, 1_000, 100_000].map { (x: $0, y: 3 * $0 * $0) }
    #expect(abs(try #require(Fit.exponent(points)) - 2) < 1e-9)
    let flat = [10.0, 1_000, 100_000].map { (x: $0, y: 27.0) }
    #expect(abs(try #require(Fit.exponent(flat))) < 1e-9)
  }

  @Test func pointsThatDoNotDifferGiveNothing() {
    #expect(Fit([(x: 3, y: 1), (x: 3, y: 2)]) == nil)
    #expect(Fit([]) == nil)
    #expect(Fit.exponent([(x: 0, y: 1), (x: 2, y: 2)]) == nil)
  }
}
