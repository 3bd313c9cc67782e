import BenchSuites
import Testing

@testable import BenchHarness

@Suite struct FigureResultTests {
  private let suite = Suite("send", benchmarks: [])

  private func figure(_ kind: Figure.Kind, _ rounds: [String: [Double]]) -> FigureResult? {
    FigureResult(Figure("figure", kind), of: suite, rounds: rounds)
  }

  /// The machine was twice as slow in the second round, and it does not show.
  @Test func ratiosAreTakenRoundByRound() throws {
    let ratio = try #require(
      figure(.ratio("a", to: "b"), ["a": [30, 60, 30], "b": [10, 20, 10]]))
    #expect(ratio.value.median == 3)
    #expect(ratio.value.range == 0)
    #expect(ratio.unit == .times)
    #expect(ratio.name == "send/figure")
  }

  @Test func theFastestRoundsAreLookedAtOnTheirOwn() throws {
    let ratio = try #require(
      figure(.ratio("a", to: "b"), ["a": [90, 30, 80], "b": [11, 20, 10]]))
    #expect(ratio.undisturbed == 3)
  }

  @Test(arguments: [(["a"], true), (["c"], false), ([], false)] as [(Set<String>, Bool)])
  func aFigureIsAsynchronousIfABenchmarkOfItIs(names: Set<String>, isAsynchronous: Bool) throws {
    let figure = Figure("figure", .ratio("a", to: "b"))
    let result = try #require(
      FigureResult(figure, of: suite, rounds: ["a": [1], "b": [2]], asynchronous: names))
    #expect(result.isAsynchronous == isAsynchronous)
  }

  @Test func differencesMayBeNegative() throws {
    let difference = try #require(
      figure(.difference("a", from: "b"), ["a": [1, 2], "b": [2, 4]]))
    #expect(difference.value.median == -1.5)
    #expect(difference.unit == .nanoseconds)
  }

  @Test func slopesAndExponentsAreFittedInEachRound() throws {
    let rounds = ["1": [10.0, 20], "10": [100.0, 200], "100": [1000.0, 2000]]
    let points = [1.0, 10, 100].map { Figure.Point($0, String(Int($0))) }
    let slope = try #require(figure(.slope(points, per: "layer"), rounds))
    #expect(abs(slope.value.minimum - 10) < 1e-9)
    #expect(abs(slope.value.maximum - 20) < 1e-9)
    #expect(slope.per == "layer")
    let exponent = try #require(figure(.exponent(points, of: "rows"), rounds))
    #expect(abs(exponent.value.median - 1) < 1e-9)
    #expect(exponent.value.range < 1e-9)
  }

  @Test func nothingIsMadeUpWhereABenchmarkIsMissing() {
    #expect(figure(.ratio("a", to: "b"), ["a": [1]]) == nil)
    #expect(figure(.ratio("a", to: "b"), ["a": [], "b": []]) == nil)
  }
}
