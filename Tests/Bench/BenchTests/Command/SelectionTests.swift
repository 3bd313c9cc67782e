import BenchSuites
import Testing

@testable import BenchHarness

@Suite struct SelectionTests {
  private let all = ["send", "scope"].map { name in
    Suite(
      name,
      benchmarks: ["root", "deep/1", "deep/5"].map { benchmark in
        Benchmark("\(name)/\(benchmark)") { .synchronous { _ in } }
      },
      figures: [
        Figure(
          "each layer", .slope([.init(1, "\(name)/deep/1"), .init(5, "\(name)/deep/5")], per: "l"))
      ])
  }

  private func names(_ suites: [String] = [], filter: String? = nil) throws -> [String] {
    try Selection(of: all, named: suites, filter: filter).suites.flatMap(\.benchmarks).map(\.name)
  }

  @Test func everythingUnlessSaidOtherwise() throws {
    #expect(try names().count == 6)
    #expect(try !Selection(of: all, named: [], filter: nil).isPartial)
  }

  @Test func aSuiteByItsName() throws {
    #expect(try names(["scope"]) == ["scope/root", "scope/deep/1", "scope/deep/5"])
    #expect(try Selection(of: all, named: ["scope"], filter: nil).isPartial)
  }

  @Test func benchmarksByARegularExpression() throws {
    #expect(try names(filter: "^send/.*5$") == ["send/deep/5"])
    #expect(try names(["scope"], filter: "root") == ["scope/root"])
  }

  @Test func aFigureByItsName() throws {
    #expect(try names(filter: "scope/each layer") == ["scope/deep/1", "scope/deep/5"])
    let selection = try Selection(of: all, named: [], filter: "scope/each")
    #expect(selection.suites.map(\.figures.count) == [1])
  }

  @Test func aFigureNeedsAllOfItsBenchmarks() throws {
    let selection = try Selection(of: all, named: [], filter: "send/deep/1")
    #expect(selection.suites.flatMap(\.figures).isEmpty)
  }

  @Test(arguments: [(["sent"], nil as String?), ([], "nothing like it"), ([], "(")])
  func mistakesAreNamed(suites: [String], filter: String?) {
    let failure = #expect(throws: Failure.self) { try names(suites, filter: filter) }
    #expect(failure?.status == .usage)
    #expect(failure?.description.contains(filter ?? "sent") == true)
  }

  @Test func allNamesAreThoseOfBenchmarksAndFigures() throws {
    let selection = try Selection(of: all, named: ["send"], filter: nil)
    #expect(selection.allNames.contains("scope/deep/5"))
    #expect(selection.allNames.contains("scope/each layer"))
  }
}
