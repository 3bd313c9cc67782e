import BenchSuites
import SystemSupport
import Testing

@testable import BenchHarness

@Suite struct JudgeTests {
  private let results = Results.made([.made("send/root", allocations: 1, bytes: 24)])

  private func selection() throws -> Selection {
    let suite = Suite("send", benchmarks: [Benchmark("send/root") { .synchronous { _ in } }])
    return try Selection(of: [suite], named: [], filter: nil)
  }

  @Test(arguments: [true, false])
  func aDebugBuildRefuses(checks: Bool) {
    let failure = #expect(throws: Failure.self) {
      try Judge(check: checks ? "" : nil, update: checks ? nil : "", isDebugBuild: true)
    }
    #expect(failure?.status == .usage)
    #expect(failure?.description.contains("-c release") == true)
  }

  @Test func nothingIsJudgedUnlessAsked() throws {
    #expect(try Judge(check: nil, update: nil, isDebugBuild: true) == nil)
  }

  @Test func thereMustBeThresholdsToCheck() {
    let failure = #expect(throws: Failure.self) {
      try Judge(check: "/nowhere/file.json", update: nil, isDebugBuild: false)
    }
    #expect(failure?.status == .usage)
    #expect(failure?.description.contains("--update") == true)
  }

  @Test(arguments: [true, false])
  func aDamagedFileIsLeftAlone(checks: Bool) throws {
    let scratch = try Scratch()
    let path = scratch.path + "/thresholds.json"
    try Files.replace(path, with: "{ \"schema\": 1, ")
    let failure = #expect(throws: Failure.self) {
      try Judge(
        check: checks ? path : nil, update: checks ? nil : path, isDebugBuild: false)
    }
    #expect(failure?.status == .damagedFile)
    #expect(try Files.read(path) == "{ \"schema\": 1, ")
  }

  @Test func anUpdateWritesWhatACheckThenFindsFine() throws {
    let scratch = try Scratch()
    let path = scratch.path + "/new/thresholds.json"
    let update = try #require(try Judge(check: nil, update: path, isDebugBuild: false))
    #expect(try update.verdict(on: results, selection: selection()).conclude() == .fine)
    let check = try #require(try Judge(check: path, update: nil, isDebugBuild: false))
    let verdict = try check.verdict(on: results, selection: selection())
    #expect(try verdict.conclude() == .fine)
    #expect(verdict.patch.isEmpty)
    #expect(verdict.text == "All numbers that repeat are within their thresholds.\n")
  }

  @Test func aCheckChangesNothing() throws {
    let scratch = try Scratch()
    let path = scratch.path + "/thresholds.json"
    let text = try Thresholds(memory: ["send/root": .init(allocations: 0, bytes: 0)]).json()
    try Files.replace(path, with: text)
    let check = try #require(try Judge(check: path, update: nil, isDebugBuild: false))
    let verdict = try check.verdict(on: results, selection: selection())
    #expect(try verdict.conclude() == .regression)
    #expect(try Files.read(path) == text)
  }
}
