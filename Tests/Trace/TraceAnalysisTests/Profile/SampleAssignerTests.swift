import Foundation
import Testing

@testable import TraceAnalysis
@testable import TraceExport

/// Traces and profiles that are made up, so that the owner of each sample is known.
@Suite struct SampleAssignerTests {
  private func groups(
    _ events: [WrittenEvent], _ profile: String, _ options: ReportOptions = ReportOptions()
  ) throws -> [String: FunctionReport.Group] {
    try withProfiledRecording(events, profile) { directory in
      let report = try FunctionReport(directory: directory, options: options)
      return Dictionary(
        uniqueKeysWithValues: report.groups.map { ("\($0.kind) \($0.prefix)/\($0.name)", $0) })
    }
  }

  private func counts(_ events: [WrittenEvent], _ profile: String) throws -> [String: UInt64] {
    try groups(events, profile).mapValues(\.samples).filter { $0.value > 0 }
  }

  private func samples(_ times: some Sequence<Int64>, _ stack: String...) -> [WrittenSample] {
    times.map { WrittenSample($0, stack) }
  }

  private let task = ["start_thread", "swift_job_run", "work"]

  @Test func theInnermostActionOwnsASampleAndTheOuterOneItsTime() throws {
    let groups = try self.groups(
      [
        .actionBegin(10_000, 1, "outer", "a"), .actionBegin(20_000, 2, "inner", "b", parent: 1),
        .actionEnd(30_000, 2), .actionEnd(40_000, 1),
      ],
      cpuProfile(samples([5_000, 15_000, 25_000, 26_000, 35_000, 45_000], "main", "work")))
    #expect(groups["action outer/a"]?.samples == 2)
    #expect(groups["action inner/b"]?.samples == 2)
    #expect(groups["between /"]?.samples == 2)
    #expect(groups["action outer/a"]?.processorTotal.ns == 4_000)
    #expect(groups["action outer/a"]?.durationNs == 30_000)
    #expect(groups["action outer/a"]?.notRunning?.ns == 26_000)
    #expect(groups["between /"]?.durationNs == nil)
  }

  @Test func threadsAreKeptApart() throws {
    let events: [WrittenEvent] = [
      .actionBegin(10_000, 1, "one", "a").in(process: 4242, thread: 4242, named: "demo"),
      .actionBegin(11_000, 2, "two", "b", store: 2).in(
        process: 4242, thread: 4243, named: "demo"),
      .actionEnd(20_000, 1).in(process: 4242, thread: 4242, named: "demo"),
      .actionEnd(30_000, 2).in(process: 4242, thread: 4243, named: "demo"),
    ]
    let stack = samples([12_000, 25_000], "main", "work")
    #expect(try counts(events, cpuProfile(stack)) == ["action one/a": 1, "between /": 1])
    #expect(try counts(events, cpuProfile(stack, thread: 4243)) == ["action two/b": 2])
    // A process of the same machine that has no events.
    let foreign = try withProfiledRecording(events, cpuProfile(stack, thread: 9, pid: 9)) {
      try FunctionReport(directory: $0).profiles.map(\.foreignSamples)
    }
    #expect(foreign == [2])
  }

  @Test func anActionWhoseEndIsLostOwnsNothing() throws {
    let counts = try self.counts(
      [
        .actionBegin(10_000, 1, "app", "lost"), .actionBegin(20_000, 2, "app", "next"),
        .actionEnd(30_000, 2), .actionBegin(50_000, 3, "app", "open"),
      ],
      cpuProfile(samples([15_000, 25_000, 40_000, 60_000], "main", "work")))
    #expect(counts == ["action app/next": 1, "between /": 3])
  }

  @Test func anIntervalCountsOnlyIfItEndsOnItsThread() throws {
    func end(_ thread: Int32) -> [WrittenEvent] {
      [
        .actionBegin(10_000, 1, "app", "a").in(process: 4242, thread: 4242, named: "demo"),
        .intervalBegin(20_000, 5, "load").in(process: 4242, thread: 4242, named: "demo"),
        .intervalEnd(30_000, 5, "load").in(process: 4242, thread: thread, named: "demo"),
        .actionEnd(40_000, 1).in(process: 4242, thread: 4242, named: "demo"),
      ]
    }
    let profile = cpuProfile(samples([15_000, 25_000], "main", "work"))
    #expect(try counts(end(4242), profile) == ["action app/a": 1, "interval app/load": 1])
    #expect(try counts(end(4243), profile) == ["action app/a": 2])
  }

  @Test func anEffectOwnsWhatRunsOnFromItsEventsAndNothingAfterAPause() throws {
    let effect: [WrittenEvent] = [
      .effectBegin(10_000, 7, "app", "load", action: 1), .effectEnd(500_000, 7),
    ]
    // From the begin on, until the thread pauses; and back from the end.
    let groups = try self.groups(
      effect,
      cpuProfile(
        [11_000, 12_000, 13_000, 200_000, 201_000, 498_000, 499_000].map { WrittenSample($0, task) }
      ))
    #expect(groups["effect app/load"]?.samples == 5)
    #expect(groups["effect app/load"]?.adjacentSamples == 5)
    #expect(groups["effect app/load"]?.notRunning == nil)
    #expect(groups["between /"]?.samples == 2)
    // Without a pause from one event to the next.
    let whole = try self.groups(
      [.effectBegin(10_000, 7, "app", "load", action: 1), .effectEnd(20_000, 7)],
      cpuProfile((11...19).map { WrittenSample($0 * 1_000, task) }))
    #expect(whole["effect app/load"]?.samples == 9)
    #expect(whole["effect app/load"]?.adjacentSamples == 0)
  }

  @Test func whatTheProgramsOwnTaskDoesIsNoEffects() throws {
    let effect: [WrittenEvent] = [
      .effectBegin(10_000, 7, "app", "wait", action: 1), .effectEnd(30_000, 7),
    ]
    for stack in [["main", "work"], ["main", "swift_job_run", "async_Main", "work"]] {
      let counts = try self.counts(
        effect, cpuProfile((11...29).map { WrittenSample($0 * 1_000, stack) }))
      #expect(counts == ["between /": 19], "\(stack)")
    }
  }

  @Test func anotherEffectOrActionEndsWhatAnEffectOwns() throws {
    let counts = try self.counts(
      [
        .effectBegin(10_000, 7, "app", "first", action: 1),
        .effectBegin(15_000, 8, "app", "second", action: 1),
        .actionBegin(20_000, 2, "app", "outside"), .actionEnd(22_000, 2),
        .effectEnd(90_000, 7), .effectEnd(91_000, 8),
      ],
      cpuProfile((11...30).map { WrittenSample($0 * 1_000, task) }))
    #expect(
      counts == [
        "effect app/first": 4, "effect app/second": 5, "action app/outside": 2, "between /": 9,
      ])
  }

  @Test func functionsHaveSelfAndTotalAndTheKernelIsOneOfThem() throws {
    let stacks: [[String]] = [
      ["main", "outer", "inner"], ["main", "outer", "inner"], ["main", "outer"],
      ["main", "inner", "inner"], ["main", "outer", "k:read"], ["lost", "inner"],
    ]
    var options = ReportOptions()
    options.order = .`self`
    let group = try #require(
      groups(
        [.actionBegin(10_000, 1, "app", "a"), .actionEnd(90_000, 1)],
        cpuProfile(
          stacks.enumerated().map {
            WrittenSample(20_000 + Int64($0.offset) * 1_000, $0.element)
          }),
        options
      )["action app/a"])
    #expect(group.samples == 6)
    #expect(group.kernelSamples == 1)
    #expect(group.brokenStacks == 1)
    func counts(_ name: String) -> [UInt64]? {
      group.functions.first { $0.name == name }.map { [$0.selfSamples, $0.totalSamples] }
    }
    #expect(counts("inner") == [4, 4])
    #expect(counts("outer") == [1, 4])
    #expect(counts("[kernel]") == [1, 1])
    // Around the action.
    #expect(counts("main") == nil)
    #expect(group.functions.map(\.name).first == "inner")
    #expect(group.functions.first.map { $0.selfLow < 0.4 && $0.selfHigh > 0.8 } == true)
  }

  @Test func filtersSelectAfterTheAssignment() throws {
    var options = ReportOptions()
    options.filter.names = [NamePattern("outer")]
    let events: [WrittenEvent] = [
      .actionBegin(10_000, 1, "app", "outer"), .actionBegin(20_000, 2, "app", "inner", parent: 1),
      .actionEnd(30_000, 2), .actionEnd(40_000, 1),
    ]
    let profile = cpuProfile(samples([15_000, 25_000, 35_000, 60_000], "main", "work"))
    let named = try groups(events, profile, options)
    #expect(named.mapValues(\.samples) == ["action app/outer": 2])
    options.filter = TraceFilter()
    options.filter.start = .sinceStart(12_000)
    let late = try groups(events, profile, options).mapValues(\.samples)
    #expect(late == ["action app/inner": 1, "action app/outer": 1, "between /": 1])
  }

  @Test func profile_copyBesideRecording_countsEachSampleOnce() throws {
    let events: [WrittenEvent] = [.actionBegin(10_000, 1, "app", "a"), .actionEnd(30_000, 1)]
    let profile = cpuProfile(samples([15_000, 25_000, 40_000], "main", "work"))
    try withProfiledRecording(events, profile) { original in
      try withTemporaryDirectory { directory in
        let copy = directory.path + "/copy"
        try FileManager.default.copyItem(atPath: original, toPath: copy)
        let expected = try FunctionReport(directory: original)
        let report = try FunctionReport(directories: [original, copy])
        #expect(report.groups == expected.groups)
        #expect(report.profiles == expected.profiles)
        #expect(report.remarks.first?.hasPrefix("“\(copy)” is a copy of “\(original)”") == true)
        #expect(report.parts.map(\.kind) == [.same])
        #expect(report.text().hasPrefix("“\(copy)”"))
        // A copy that was made while the profile was written.
        try Data(cpuProfile(samples([15_000], "main", "work")).utf8)
          .write(to: URL(filePath: copy + "/cpu-profile"))
        for directories in [[original, copy], [copy, original]] {
          let report = try FunctionReport(directories: directories)
          #expect(report.samples == 3)
          #expect(report.profiles.map(\.samples).reduce(0, +) == 3)
          #expect(report.groups.first { $0.name == "a" }?.samples == 2)
        }
        // Another process has the same id and the same times, on another machine.
        let manifest = try String(contentsOfFile: copy + "/signpost.json", encoding: .utf8)
          .replacing("\"session\"", with: "\"host\":{\"name\":\"other\"},\"session\"")
        try manifest.write(toFile: copy + "/signpost.json", atomically: true, encoding: .utf8)
        #expect(try FunctionReport(directories: [original, copy]).profiles.count == 2)
      }
    }
  }

  /// As in containers, whose only process has the id 1.
  @Test func profile_otherRecordingWithSameProcessId_keepsItsSamples() throws {
    let first = cpuProfile(samples([15_000, 25_000], "main", "work"))
    try withProfiledRecording(
      [.actionBegin(10_000, 1, "app", "first"), .actionEnd(30_000, 1)], first
    ) { one in
      let second = cpuProfile(samples([16_000, 26_000, 50_000], "main", "work"))
      try withProfiledRecording(
        [.actionBegin(12_000, 1, "app", "second"), .actionEnd(28_000, 1)], second
      ) { other in
        for directories in [[one, other], [other, one]] {
          let report = try FunctionReport(directories: directories)
          let samples = Dictionary(
            uniqueKeysWithValues: report.groups.map { ($0.name, $0.samples) })
          #expect(samples == ["first": 2, "second": 2, "": 1])
          #expect(report.profiles.map(\.foreignSamples) == [0, 0])
        }
      }
    }
  }

  @Test func aRecordingWithoutAProfileSaysHowToMakeOne() throws {
    try withTemporaryDirectory { directory in
      try TraceWriter.simple([.actionBegin(1, 1, "app", "a")]).write(to: directory)
      #expect(throws: RecordedProfile.Failure.none(directory.path)) {
        try FunctionReport(directory: directory.path)
      }
    }
  }

  @Test func foldedStacksHaveFunctionsBelowActions() throws {
    let lines = try withProfiledRecording(
      [
        .actionBegin(10_000, 1, "outer", "a"), .actionBegin(20_000, 2, "inner", "b", parent: 1),
        .actionEnd(30_000, 2), .actionEnd(40_000, 1),
      ],
      cpuProfile([
        WrittenSample(5_000, ["main", "start"]), WrittenSample(15_000, ["main", "work"]),
        WrittenSample(25_000, ["main", "deep", "work"]),
        WrittenSample(26_000, ["main", "deep", "work"]),
      ])
    ) { directory in
      let path = directory + "/out.folded"
      try TraceExport.write(directory, as: .folded, to: path, functions: true)
      return try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").sorted()
    }
    let root = "demo (4242), thread 4242"
    #expect(
      lines == [
        "\(root);(between);start 1000",
        "\(root);[outer] a;[inner] b;deep;work 2000",
        "\(root);[outer] a;work 1000",
      ])
  }
}
