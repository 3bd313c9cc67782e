import Foundation
import TestSupport
import Testing

@testable import TraceAnalysis

/// Parts of one recording that repeat each other. IntegrationTests/tests_signpost/test_parts.sh has
/// parts that LTTng wrote.
@Suite struct PacketSelectionTests {
  /// Two streams with a packet for each ten events, as one trace.
  private static func recording(
    seed: UInt64, events count: Int = 400, process: Int32 = 4242, start: Int64 = 0
  ) -> TraceWriter {
    var random = RandomTrace(seed: seed)
    var streams: [[[WrittenEvent]]] = [[[]], [[]]]
    for event in random.events(count) {
      var event = event.in(process: process, thread: event.vtid, named: "demo")
      event.time += start
      let stream = Int(event.vtid % 2)
      if streams[stream][streams[stream].count - 1].count == 10 { streams[stream].append([]) }
      streams[stream][streams[stream].count - 1].append(event)
    }
    return TraceWriter(
      streams: streams.map { packets in
        packets.filter { !$0.isEmpty }.enumerated().map {
          TraceWriter.Packet(events: $1, sequenceNumber: UInt64($0))
        }
      })
  }

  private static func part(_ whole: TraceWriter, _ ranges: [Range<Int>]) -> TraceWriter {
    var part = whole
    part.streams = zip(whole.streams, ranges).map { Array($0[$1.clamped(to: $0.indices)]) }
    return part
  }

  /// A report without the names of directories and the losses, which a gap between parts is not.
  private func figures(_ directories: URL...) throws -> Report {
    try figures(directories.map(\.path))
  }

  private func figures(_ directories: [String]) throws -> Report {
    var report = try Report(directories: directories)
    report.directory = ""
    report.directories = []
    report.parts = []
    report.remarks = []
    report.isComplete = true
    report.losses = Report.Losses([])
    // Sentences, judgements and commands depend on the directory and on losses.
    for index in report.time.indices { report.time[index].summary = "" }
    report.findings.removeAll { $0.rule == "lost-events" }
    for index in report.findings.indices { report.findings[index].command = "" }
    report.rules = []
    return report
  }

  private func relations(_ parts: [String: TraceWriter]) throws -> (Report, [String]) {
    try withTemporaryDirectory { directory in
      for (name, part) in parts { try part.write(to: directory.appendingPathComponent(name)) }
      let report = try Report(directory: directory.path)
      let relations = report.parts.map { relation in
        func name(_ path: String) -> String { String(path.dropFirst(directory.path.count + 1)) }
        return "\(relation.kind) \(name(relation.part)) \(name(relation.other)) \(relation.packets)"
      }
      return (report, relations)
    }
  }

  @Test func report_copyBesideRecording_countsEachEventOnce() throws {
    let whole = Self.recording(seed: 1)
    let (single, none) = try relations(["a": whole])
    #expect(none.isEmpty)
    let (report, relations) = try relations(["a": whole, "b": whole])
    #expect(relations == ["same a b \(whole.streams.joined().count)"])
    #expect(report.events == single.events)
    #expect(report.actions == single.actions)
    #expect(report.isComplete)
    #expect(report.remarks == ["“b” is a copy of “a”; each event is counted once."])
    #expect(report.text().contains("\n“b” is a copy of “a”"))
  }

  @Test func report_overlappingParts_namesOverlapsAndGaps() throws {
    let whole = Self.recording(seed: 2)
    func part(_ range: Range<Int>) -> TraceWriter { Self.part(whole, [range, 0..<0]) }
    let (report, relations) = try relations([
      "a": part(0..<5), "b": part(3..<8), "c": part(10..<14), "d": part(11..<13),
    ])
    #expect(relations == ["overlap a b 2", "gap b c 2", "contained d c 2"])
    #expect(report.losses.isEmpty)
    #expect(!report.isComplete)
    #expect(report.text().contains("1 gap between parts"))
    #expect(
      report.remarks.map { $0.prefix { $0 != "(" } } == [
        Substring(report.remarks[0]), "“c” contains all of “d”; each event is counted once.",
        "“a” and “b” overlap in 2 packets ",
      ])
    #expect(report.remarks[0].hasPrefix("“b” and “c” have a gap of "))
    #expect(report.remarks[0].hasSuffix(" between them: 2 packets are missing."))
  }

  @Test func report_partsThatContinueEachOther_haveNoRelation() throws {
    let whole = Self.recording(seed: 3)
    let (report, relations) = try relations([
      "a": Self.part(whole, [0..<5, 0..<7]), "b": Self.part(whole, [5..<100, 7..<100]),
    ])
    #expect(relations.isEmpty)
    #expect(report.remarks.isEmpty)
    #expect(
      report.events.total == UInt64(whole.streams.joined().reduce(0) { $0 + $1.events.count }))
  }

  @Test func losses_acrossBoundaryOfParts_areCounted() throws {
    var whole = TraceWriter(
      streams: [
        [0, 5, 5, 12].enumerated().map { index, discarded in
          TraceWriter.Packet(
            events: [.schema(Int64(10 * index + 1))], discarded: UInt64(discarded),
            sequenceNumber: UInt64(index))
        }
      ])
    let first = Self.part(whole, [0..<2])
    whole = Self.part(whole, [2..<4])
    let (report, relations) = try relations(["a": first, "b": whole])
    #expect(relations.isEmpty)
    #expect(report.losses.events == 12)
    #expect(report.losses.uncountedEvents == 0)
  }

  @Test func packet_cutShorterInOnePart_isReadFromTheOther() throws {
    let whole = Self.recording(seed: 4)
    var shorter = whole
    shorter.streams[0][5].events.removeLast(4)
    for names in [("a", "b"), ("b", "a")] {
      let (report, _) = try relations([names.0: whole, names.1: shorter])
      let (single, _) = try relations(["a": whole])
      #expect(report.events == single.events)
      #expect(report.actions == single.actions)
    }
  }

  @Test func file_cutOffBesideItsCopy_losesNothing() throws {
    try withTemporaryDirectory { directory in
      let whole = Self.recording(seed: 5)
      for name in ["a", "b"] { try whole.write(to: directory.appendingPathComponent(name)) }
      let expected = try figures(directory.appendingPathComponent("a"))
      let file = directory.appendingPathComponent("a/ch_0")
      let data = try Data(contentsOf: file)
      try data.dropLast(TraceWriter.pageSize + 3900).write(to: file)
      var found = try figures(directory)
      #expect(found.damage.map(\.path) == [file.path])
      found.damage = []
      #expect(found == expected)
    }
  }

  @Test func report_severalDirectories_readsEachTraceOnce() throws {
    try withTemporaryDirectory { directory in
      let whole = Self.recording(seed: 6)
      func path(_ name: String) -> String { directory.path + "/" + name }
      for (name, range) in [("a", 0..<5), ("b", 3..<100), ("c/d", 0..<3)] {
        try Self.part(whole, [range, range]).write(to: URL(filePath: path(name)))
      }
      try whole.write(to: directory.appendingPathComponent("whole"))
      let expected = try figures([path("whole")])
      #expect(try figures([path("a"), path("b")]) == expected)
      let report = try Report(directories: [path("b"), path("a"), path("c/../b/"), path("c")])
      #expect(
        report.directory
          == [path("b"), path("a"), path("c/../b/"), path("c")].joined(
            separator: ", "))
      #expect(report.parts.map(\.kind) == [.overlap, .contained])
      #expect(
        report.remarks.map { $0.prefix { $0 != "(" } } == [
          "The traces of “\(path("c/../b/"))” are in the directories before it; each is read once.",
          "“\(path("a"))” contains all of “\(path("c/d"))”; each event is counted once.",
          "“\(path("a"))” and “\(path("b"))” overlap in 4 packets ",
        ])
      // A directory after a part of it: the other parts are read.
      #expect(try figures([path("b"), directory.path]) == expected)
      #expect(throws: TraceReaderError.noDirectory(path("missing"))) {
        try Report(directories: [path("a"), path("missing")])
      }
      try FileManager.default.createDirectory(
        atPath: path("empty"), withIntermediateDirectories: true)
      #expect(throws: TraceReaderError.noTrace(path("empty"))) {
        try Report(directories: [path("a"), path("empty")])
      }
    }
  }

  /// Parts of the traces of two processes, in a directory each, named in any order.
  @Test(arguments: 0..<12)
  func anyDirectories_inAnyOrderWithRepeats_giveTheFiguresOfTheirUnion(round: Int) throws {
    let seed = UInt64.random(in: .min ... .max)
    print("random directories are made with the seed \(seed)")
    var random = SplitMix(seed: seed)
    // Traces that begin at the same time are in the order of the directories.
    let wholes = (0..<2).map {
      Self.recording(seed: seed &+ $0, process: Int32(100 + $0), start: Int64($0))
    }
    try withTemporaryDirectory { directory in
      func path(_ name: String) -> String { directory.path + "/" + name }
      var union = wholes.map { $0.streams.map { _ in Set<Int>() } }
      var named: [String] = []
      for number in 0..<Int.random(in: 2...7, using: &random) {
        let trace = Int.random(in: 0...1, using: &random)
        let ranges = wholes[trace].streams.map { packets in
          let start = Int.random(in: 0..<packets.count, using: &random)
          return start..<min(packets.count, start + Int.random(in: 1...20, using: &random))
        }
        let name = "\(Int.random(in: 0..<100, using: &random))-\(number)"
        try Self.part(wholes[trace], ranges).write(to: URL(filePath: path(name)))
        for (stream, range) in ranges.enumerated() { union[trace][stream].formUnion(range) }
        named += Array(repeating: path(name), count: Int.random(in: 1...2, using: &random))
      }
      for (trace, packets) in union.enumerated() where packets.contains(where: { !$0.isEmpty }) {
        var single = wholes[trace]
        single.streams = zip(single.streams, packets).map { all, chosen in
          chosen.sorted().map { all[$0] }
        }
        try single.write(to: URL(filePath: path("union/\(trace)")))
      }
      let expected = try figures([path("union")])
      for _ in 0..<2 {
        named.shuffle(using: &random)
        #expect(try figures(named) == expected, "seed \(seed), \(named)")
      }
    }
  }

  @Test(arguments: 0..<12)
  func anyParts_inAnyOrderWithRepeats_giveTheFiguresOfTheirUnion(round: Int) throws {
    let seed = UInt64.random(in: .min ... .max)
    print("random parts are made with the seed \(seed)")
    var random = SplitMix(seed: seed)
    let whole = Self.recording(seed: seed)
    // For each stream and packet, the longest version.
    var union: [[Int: TraceWriter.Packet]] = whole.streams.map { _ in [:] }
    try withTemporaryDirectory { directory in
      let parts = directory.appendingPathComponent("parts")
      var names = (0..<20).shuffled(using: &random).map { "part-\($0)" }
      for _ in 0..<Int.random(in: 1...6, using: &random) {
        var part = Self.part(
          whole,
          whole.streams.map { packets in
            let start = Int.random(in: 0..<packets.count, using: &random)
            return start..<(start + Int.random(in: 0...packets.count / 2, using: &random))
          })
        for stream in part.streams.indices where Bool.random(using: &random) {
          guard let last = part.streams[stream].indices.last else { continue }
          let count = Int.random(in: 1...10, using: &random)
          part.streams[stream][last].events = Array(
            part.streams[stream][last].events.prefix(count))
        }
        for (stream, packets) in part.streams.enumerated() {
          for packet in packets {
            let number = Int(packet.sequenceNumber ?? 0)
            let known = union[stream][number]?.events.count ?? 0
            if packet.events.count > known { union[stream][number] = packet }
          }
        }
        for _ in 0..<Int.random(in: 1...2, using: &random) {
          try part.write(to: parts.appendingPathComponent(names.removeLast()))
        }
      }
      var single = whole
      single.streams = union.map { packets in packets.sorted { $0.key < $1.key }.map(\.value) }
      try single.write(to: directory.appendingPathComponent("union"))
      let expected = try figures(directory.appendingPathComponent("union"))
      #expect(try figures(parts) == expected, "seed \(seed)")
    }
  }
}
