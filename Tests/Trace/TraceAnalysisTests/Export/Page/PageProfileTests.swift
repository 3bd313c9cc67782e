import Foundation
import Testing

@testable import TraceAnalysis
@testable import TraceExport

/// The CPU samples of a page, in a file and in an index.
@Suite struct PageProfileTests {
  private static let events: [WrittenEvent] = [
    .actionBegin(10_000, 1, "outer", "a"), .actionBegin(20_000, 2, "inner", "b", parent: 1),
    .actionEnd(30_000, 2), .actionEnd(40_000, 1),
    .intervalBegin(50_000, 5, "load"), .intervalEnd(60_000, 5, "load"),
  ]

  private static let profile = cpuProfile([
    WrittenSample(5_000, ["main", "start"]), WrittenSample(15_000, ["main", "work"]),
    WrittenSample(25_000, ["main", "work", "k:read"]),
    WrittenSample(26_000, ["main", "work", "k:read"]), WrittenSample(55_000, ["main"]),
  ])

  private func page(
    _ profile: String = Self.profile, _ filter: TraceFilter = TraceFilter()
  ) throws -> DecodedPage {
    try withProfiledRecording(Self.events, profile) { directory in
      let file = directory + "/page.html"
      try TraceExport.write(directory, as: .html, to: file, filter: filter)
      return try DecodedPage(html: try Data(contentsOf: URL(fileURLWithPath: file)))
    }
  }

  @Test func samplesHaveTheirTimesStacksAndSpans() throws {
    let page = try page()
    let samples = try #require(page.samples)
    let action = try #require(page.records.first { $0.kind == .action && $0.id == 1 })
    #expect(samples.map { $0.time - action.start } == [-5_000, 5_000, 15_000, 16_000, 45_000])
    #expect(samples.allSatisfy { $0.period == 1000 })
    #expect(
      samples.map { $0.stack.map { "\($0.kind) \($0.text)" } } == [
        ["between (between)", "function start"],
        ["action [outer] a", "function work"],
        ["action [outer] a", "action [inner] b", "function work", "kernel k:read"],
        ["action [outer] a", "action [inner] b", "function work", "kernel k:read"],
        ["interval [app] load", "function main"],
      ])
    #expect(samples[1].stack.map(\.module) == ["", "demo"])
    #expect(samples.map { $0.spans.map(\.id) } == [[], [1], [1, 2], [1, 2], [5]])
    #expect(
      samples[2].spans.map { "\($0.kind) \($0.prefix)/\($0.name)" }
        == ["action outer/a", "action inner/b"])
    let interval = try #require(samples[4].spans.first)
    let lane = try #require(
      page.records.first { $0.kind == .interval }.map { page.head.lanes[$0.lane] })
    #expect(page.head.names[lane.name ?? 0] == [interval.prefix, interval.category])
    #expect(interval.name == "load")
  }

  @Test func aFilterSelectsSamplesOfWhatIsInThePage() throws {
    var filter = TraceFilter()
    filter.names = [NamePattern("b")]
    let samples = try #require(try page(Self.profile, filter).samples)
    #expect(samples.count == 2)
    // The samples are below their surrounding spans all the same.
    #expect(samples.allSatisfy { $0.spans.map(\.id) == [1, 2] })
  }

  @Test func aPageWithoutAProfileSaysNothingOfOne() throws {
    let page = try ExportedPage(.simple(Self.events)).page
    #expect(page.head.profile == nil)
    #expect(page.samples == nil)
  }

  @Test func aProfileThatCannotBeReadIsStatedInThePage() throws {
    let page = try page("nonsense")
    let failure = try #require(page.head.profile?.failure)
    #expect(failure.hasSuffix("/cpu-profile cannot be read: it is no CPU profile."))
    // Without where the recording is kept.
    #expect(!failure.hasPrefix("/"))
    #expect(page.samples == nil)
  }

  @Test func anIndexHasThemBehindItsChunks() throws {
    try withProfiledRecording(Self.events, Self.profile) { directory in
      let path = directory + "/page.index"
      try PageIndex.build(directory: directory, to: path)
      let index = try PageIndex(path: path)
      let page = try DecodedPage(head: Data(index.head)) { Data(try index.chunk($0)) }
      #expect(page.samples?.count == 5)
      #expect(index.chunkCount == page.head.chunks.count + 1)
    }
  }
}
