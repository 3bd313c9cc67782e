import Foundation
import RecordingManifests
import TestSupport
import Testing

@testable import TraceAnalysis

/// No damage in a file may stop the reader from delivering the events in front of the damage and in
/// other files.
@Suite struct TraceDamageTests {
  /// Two streams, `ch_0` with three packets at 1…30 and `ch_1` with one at 101…110.
  private func writeTrace(to directory: URL, hasIndex: Bool = true) throws {
    var writer = TraceWriter(streams: [
      (0..<3).map { packet in
        TraceWriter.Packet(
          events: (1...10).map { .effectOutput(Int64(packet * 10 + $0), 1, "first") })
      },
      [TraceWriter.Packet(events: (1...10).map { .effectOutput(Int64(100 + $0), 2, "second") })],
    ])
    writer.hasIndex = hasIndex
    try writer.write(to: directory)
  }

  private func times(_ events: [ReadEvent]) -> [Int] {
    events.compactMap { Int($0.description.prefix { $0 != " " }) }
  }

  private func edit(_ file: URL, _ change: (inout Data) -> Void) throws {
    var data = try Data(contentsOf: file)
    change(&data)
    try data.write(to: file)
  }

  @Test(arguments: [true, false])
  func aTruncatedFileIsReadUpToItsEnd(hasIndex: Bool) throws {
    try withTemporaryDirectory { directory in
      try writeTrace(to: directory, hasIndex: hasIndex)
      let file = directory.appendingPathComponent("ch_0")
      // 84 bytes of headers, then events of 2 + 4 + 8 + 25 + 8 + 6 bytes: four are whole.
      try edit(file) { $0 = $0.prefix(2 * TraceWriter.pageSize + 84 + 4 * 53 + 20) }
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSince1970: 1_700_000_000)], ofItemAtPath: file.path)
      let (events, summary) = try read(directory)
      #expect(times(events) == Array(1...24) + Array(101...110))
      // The event that is cut off is not a second damage.
      #expect(
        summary.damage == [
          TraceDamage(
            path: file.path,
            message: """
              the file ends at byte 8508, in the middle of the packet that starts at byte 8192: it \
              was cut off, as by a full disk or a session daemon that was killed
              """)
        ])
      // Nothing is left behind, and the trace is as it was.
      #expect(try Data(contentsOf: file).count == 8508)
    }
  }

  /// Why a file is cut off is for the recording to say.
  @Test(arguments: [
    (RecordingManifest.End.Reason.diskFull, "it was cut off when the disk was full"),
    (.daemonDied, "it was cut off when the session daemon died"),
    (.consumerDied, "it was cut off when LTTng's consumer died"),
    (.notStopped, "it was cut off"),
  ])
  func theManifestSaysWhyAFileIsCutOff(
    reason: RecordingManifest.End.Reason, cause: String
  ) throws {
    try withTemporaryDirectory { directory in
      let trace = directory.appendingPathComponent("ust/pid/demo")
      try writeTrace(to: trace)
      let file = trace.appendingPathComponent("ch_0")
      try edit(file) { $0 = $0.prefix(2 * TraceWriter.pageSize + 200) }
      var manifest = RecordingManifest(
        mode: .program, command: [], session: "demo", started: "2026-11-22T20:15:00Z")
      try write(manifest, to: directory)
      var damage = try read(directory).summary.damage
      #expect(damage.map(\.path) == [file.path])
      #expect(
        damage.allSatisfy {
          $0.message.hasSuffix(": it is still being written, or its recorder was killed")
        })

      manifest.end = RecordingManifest.End(reason)
      try write(manifest, to: directory)
      // The recording's message also applies to a part of it.
      for part in [directory, trace.deletingLastPathComponent(), trace] {
        damage = try read(part).summary.damage
        #expect(damage.map(\.path).last == file.path)
        #expect(damage.last?.message.hasSuffix(": \(cause)") == true)
        #expect(damage.count == 2)
      }
    }
  }

  private func write(_ manifest: RecordingManifest, to directory: URL) throws {
    try JSONEncoder().encode(manifest)
      .write(to: directory.appendingPathComponent(RecordingManifest.fileName))
  }

  @Test func aRecordingThatDidNotComeToItsEndIsNotComplete() throws {
    try withTemporaryDirectory { directory in
      try writeTrace(to: directory.appendingPathComponent("a/ust/pid/demo"))
      try writeTrace(to: directory.appendingPathComponent("b/ust/pid/demo"))
      var manifest = RecordingManifest(
        mode: .program, command: [], session: "demo", started: "2026-11-22T20:15:00Z")
      manifest.end = RecordingManifest.End(.complete)
      try write(manifest, to: directory.appendingPathComponent("a"))
      #expect(try read(directory).summary.isComplete)

      manifest.end = RecordingManifest.End(.complete, discardedEvents: 7)
      try write(manifest, to: directory.appendingPathComponent("a"))
      #expect(try !read(directory).summary.isComplete)
      #expect(try read(directory).summary.damage == [])

      manifest.end = RecordingManifest.End(
        .diskFull, lossesAreKnown: false, message: "The disk was full after 2 MB.")
      try write(manifest, to: directory.appendingPathComponent("a"))
      let summary = try read(directory).summary
      #expect(!summary.isComplete)
      #expect(
        summary.damage == [
          TraceDamage(path: directory.path + "/a", message: "The disk was full after 2 MB")
        ])
    }
  }

  @Test func remarksAreThoseOfTheRecordingsThatWereAskedFor() throws {
    try withTemporaryDirectory { directory in
      for part in ["a/ust/pid/demo", "b/archives/0/ust/pid/demo", "b/archives/1/ust/pid/demo"] {
        try writeTrace(to: directory.appendingPathComponent(part))
      }
      var manifest = RecordingManifest(
        mode: .program, command: [], session: "demo", started: "2026-11-22T20:15:00Z")
      try write(manifest, to: directory.appendingPathComponent("a"))
      manifest.end = RecordingManifest.End(.complete)
      manifest.rotation = .init(keptChunks: 2, removedChunks: 1)
      try write(manifest, to: directory.appendingPathComponent("b"))
      manifest.part = .chunk
      for chunk in 0...1 {
        manifest.chunk = chunk
        try write(manifest, to: directory.appendingPathComponent("b/archives/\(chunk)"))
      }
      let unfinished = "The recording has not ended: its recorder runs, or was killed."
      let removed =
        "The oldest chunk was removed to keep within the limits; the recording begins after that."
      #expect(try read(directory).summary.remarks == ["a: \(unfinished)", "b: \(removed)"])
      #expect(try read(directory.appendingPathComponent("a")).summary.remarks == [unfinished])
      #expect(try read(directory.appendingPathComponent("b")).summary.remarks == [removed])
      let chunk = try read(directory.appendingPathComponent("b/archives/1")).summary.remarks
      #expect(chunk.count == 1)
      #expect(chunk.first?.hasPrefix("Chunk 1 of a rotated recording") == true)
    }
  }

  private static let hasOldLibrary = (try? Babeltrace()) != nil && !Babeltrace.readsCTF2

  @Test(.enabled(if: hasOldLibrary, "the library reads CTF 2"))
  func aFormatThatTheLibraryDoesNotReadIsNoDamage() throws {
    try withTemporaryDirectory { directory in
      let new = directory.appendingPathComponent("new")
      try writeTrace(to: new)
      let metadata = new.appendingPathComponent("metadata")
      try Data("\u{1e}{\"type\": \"preamble\", \"version\": 2}\n".utf8).write(to: metadata)
      #expect(throws: TraceReaderError.formatTooNew(new.path, library: Babeltrace.version)) {
        try TraceReader(directory: directory.path).forEachEvent { _ in }
      }
      // The other traces are read.
      try writeTrace(to: directory.appendingPathComponent("old"))
      let (events, summary) = try read(directory)
      #expect(events.count == 40)
      #expect(summary.damage.map(\.path) == [metadata.path])
      #expect(
        summary.damage.allSatisfy { $0.message.hasPrefix("it is in the format CTF 2, which") })
    }
  }

  @Test(arguments: [0, 1, 83, 84, 85, 100, 4095])
  func aFileTruncatedAnywhereIsReadUpToItsEnd(bytes: Int) throws {
    try withTemporaryDirectory { directory in
      try writeTrace(to: directory)
      let file = directory.appendingPathComponent("ch_0")
      try edit(file) { $0 = $0.prefix(TraceWriter.pageSize + bytes) }
      let (events, summary) = try read(directory)
      let kept = min(max(bytes - 84, 0) / 53, 10)
      #expect(times(events) == Array(1...10 + kept) + Array(101...110))
      // A file that ends with a packet is valid as far as can be determined.
      #expect(summary.damage.isEmpty == (bytes == 0))
      #expect(summary.damage.allSatisfy { $0.path == file.path })
    }
  }

  @Test func aCorruptPacketHeaderEndsItsStreamOnly() throws {
    try withTemporaryDirectory { directory in
      try writeTrace(to: directory)
      let file = directory.appendingPathComponent("ch_0")
      try edit(file) { $0[2 * TraceWriter.pageSize] ^= 0xff }
      let (events, summary) = try read(directory)
      #expect(times(events) == Array(1...20) + Array(101...110))
      #expect(summary.damage.map(\.path) == [file.path])
      #expect(summary.damage.allSatisfy { !$0.message.contains("0x") && !$0.message.isEmpty })
    }
  }

  @Test func aCorruptPacketHeaderWithoutIndexEndsItsStreamOnly() throws {
    try withTemporaryDirectory { directory in
      try writeTrace(to: directory, hasIndex: false)
      let file = directory.appendingPathComponent("ch_0")
      try edit(file) { $0[2 * TraceWriter.pageSize] ^= 0xff }
      let (events, summary) = try read(directory)
      #expect(times(events) == Array(1...20) + Array(101...110))
      #expect(summary.damage.map(\.path) == [file.path])
    }
  }

  @Test func aCorruptEventEndsItsStreamOnly() throws {
    try withTemporaryDirectory { directory in
      try writeTrace(to: directory)
      let file = directory.appendingPathComponent("ch_0")
      // The id of the third event of the second packet, which no class has.
      try edit(file) { $0[TraceWriter.pageSize + 84 + 2 * 53 + 3] = 0x77 }
      let (events, summary) = try read(directory)
      #expect(times(events) == Array(1...12) + Array(101...110))
      #expect(summary.damage.map(\.path) == [file.path])
      #expect(summary.damage.allSatisfy { $0.message.hasPrefix("a packet cannot be decoded") })
    }
  }

  @Test func aFileThatIsNoStreamIsLeftOut() throws {
    try withTemporaryDirectory { directory in
      try writeTrace(to: directory)
      let file = directory.appendingPathComponent("notes.txt")
      try Data("Recorded on a Monday.".utf8).write(to: file)
      let (events, summary) = try read(directory)
      #expect(times(events) == Array(1...30) + Array(101...110))
      #expect(summary.damage.map(\.path) == [file.path])
    }
  }

  @Test func anEmptyStreamFileIsNoDamage() throws {
    try withTemporaryDirectory { directory in
      try writeTrace(to: directory)
      try Data().write(to: directory.appendingPathComponent("ch_2"))
      let (events, summary) = try read(directory)
      #expect(events.count == 40)
      #expect(summary.damage == [])
    }
  }

  /// The damaged field of an entry of 72 bytes, after a header of 16: the place of the packet, its
  /// size, the size of its content, its times, its stream, or its presence.
  @Test(
    arguments: [
      { $0.removeLast(72) },
      { $0.append(contentsOf: $0.suffix(72)) },
      { $0.removeLast(5) },
      { $0[16] = 0x80 },
      { $0[16 + 7] = 1 },
      { $0[16 + 72 + 4] = 1 },
      { $0[16 + 72 + 8] = 0xff },
      { $0[16 + 16] = 0xff },
      { $0[16 + 24] = 0x7f },
      { $0[16 + 32 + 7] ^= 1 },
      { $0[16 + 48 + 7] = 9 },
      { $0[0] = 0 },
      { $0[12 + 3] = 8 },
      { $0 = Data() },
    ] as [@Sendable (inout Data) -> Void])
  func aWrongIndexIsOfNoConsequence(_ change: @Sendable (inout Data) -> Void) throws {
    try withTemporaryDirectory { directory in
      try writeTrace(to: directory)
      try edit(directory.appendingPathComponent("index/ch_0.idx"), change)
      let (events, summary) = try read(directory)
      #expect(events.count == 40)
      #expect(summary.damage == [])
    }
  }

  @Test(arguments: ["", "/* CTF 1.8 */ trace {", "\u{0}\u{1}\u{2}"])
  func corruptMetadataIsReported(text: String) throws {
    try withTemporaryDirectory { directory in
      let broken = directory.appendingPathComponent("a")
      let sound = directory.appendingPathComponent("b")
      try writeTrace(to: broken)
      try writeTrace(to: sound)
      let metadata = broken.appendingPathComponent("metadata")
      try Data(text.utf8).write(to: metadata)
      let (events, summary) = try read(directory)
      #expect(times(events) == Array(1...30) + Array(101...110))
      #expect(summary.damage.map(\.path) == [metadata.path])
    }
  }

  /// LTTng writes its metadata in packets, and libbabeltrace2 never comes to the end of one that is
  /// cut off.
  @Test(arguments: [0, 100, 1000])
  func metadataThatIsCutOffIsReported(missing: Int) throws {
    try withTemporaryDirectory { directory in
      try writeTrace(to: directory)
      let metadata = directory.appendingPathComponent("metadata")
      try edit(metadata) { text in
        var packets = Data()
        for start in stride(from: 0, to: text.count, by: 3000) {
          let part = text[start..<min(start + 3000, text.count)]
          func bytes(_ value: Int) -> Data {
            withUnsafeBytes(of: UInt32(value).littleEndian) { Data($0) }
          }
          // Magic number, identity, checksum, sizes of content and packet in bits, and how it is
          // encoded.
          packets += bytes(0x75d1_1d57) + Data(count: 20) + bytes((part.count + 37) * 8)
          packets += bytes(4096 * 8) + Data([0, 0, 0, 1, 8]) + part
          packets += Data(count: 4096 - 37 - part.count)
        }
        let last = (text.count - 1) % 3000 + 1
        let padding = 4096 - 37 - last
        // Some of the last packet is always there.
        text = missing == 0 ? packets : packets.dropLast(padding + min(missing, last))
      }
      let (events, summary) = try read(directory)
      #expect(events.count == (missing == 0 ? 40 : 0))
      #expect(summary.damage.map(\.path) == (missing == 0 ? [] : [metadata.path]))
      #expect(summary.damage.allSatisfy { $0.message.hasPrefix("the metadata is cut off") })
    }
  }

  @Test(arguments: ["freR = 1000000000", "freq = 0", "/* freq = 1000000000 */", "freq"])
  func aClockWithoutFrequencyIsReported(text: String) throws {
    try withTemporaryDirectory { directory in
      try writeTrace(to: directory)
      let metadata = directory.appendingPathComponent("metadata")
      try edit(metadata) { data in
        let original = String(decoding: data, as: UTF8.self)
        data = Data(original.replacingOccurrences(of: "freq = 1000000000", with: text).utf8)
      }
      let (events, summary) = try read(directory)
      #expect(events == [])
      #expect(
        summary.damage == [
          TraceDamage(
            path: metadata.path, message: "the metadata has a clock without a frequency")
        ])
    }
  }

  @Test func missingMetadataIsReported() throws {
    try withTemporaryDirectory { directory in
      try writeTrace(to: directory)
      try FileManager.default.removeItem(at: directory.appendingPathComponent("metadata"))
      let (events, summary) = try read(directory)
      #expect(events == [])
      #expect(
        summary.damage == [
          TraceDamage(
            path: directory.path,
            message: "it holds streams of a trace and no metadata to read them with")
        ])
    }
  }

  @Test func whereThereIsNoTraceThereIsAnError() throws {
    try withTemporaryDirectory { directory in
      let missing = directory.path + "/missing"
      #expect(throws: TraceReaderError.noDirectory(missing)) {
        try TraceReader(directory: missing).forEachEvent { _ in }
      }
      #expect(throws: TraceReaderError.noTrace(directory.path)) {
        try TraceReader(directory: directory.path).forEachEvent { _ in }
      }
      try Data("text".utf8).write(to: directory.appendingPathComponent("file"))
      #expect(throws: TraceReaderError.noTrace(directory.path)) {
        try TraceReader(directory: directory.path).forEachEvent { _ in }
      }
      #expect(throws: TraceReaderError.noTrace(directory.path + "/file")) {
        try TraceReader(directory: directory.path + "/file").forEachEvent { _ in }
      }
    }
  }

  /// The readable parts of a damaged trace are read through links, which do not appear in the
  /// messages about losses.
  @Test func aGapNamesTheFileOfTheTrace() throws {
    try withTemporaryDirectory { directory in
      try TraceWriter(streams: [
        [
          TraceWriter.Packet(events: [.schema(1)]),
          TraceWriter.Packet(events: [.schema(900)], discarded: 2),
          TraceWriter.Packet(events: [.schema(1000)], discarded: 2),
        ]
      ]).write(to: directory)
      let file = directory.appendingPathComponent("ch_0")
      try edit(file) { $0 = $0.dropLast(TraceWriter.pageSize / 2) }
      final class Gaps: TraceSink {
        var all: [TraceGap] = []
        func gap(_ gap: TraceGap) { all.append(gap) }
      }
      let gaps = Gaps()
      let summary = try TraceReader(directory: directory.path).read(into: [gaps])
      #expect(summary.damage.map(\.path) == [file.path])
      #expect(gaps.all.map(\.stream) == [file.path])
    }
  }

  /// libbabeltrace2 aborts the process if one of a packet's sizes is negative.
  @Test(arguments: [48 + 7, 56 + 7])
  func aSizeThatIsNegativeEndsItsStream(_ lastByte: Int) throws {
    try withTemporaryDirectory { directory in
      try writeTrace(to: directory)
      let file = directory.appendingPathComponent("ch_0")
      try edit(file) { $0[TraceWriter.pageSize + lastByte] = 0x80 }
      let (events, summary) = try read(directory)
      #expect(times(events) == Array(1...10) + Array(101...110))
      #expect(summary.damage.map(\.path) == [file.path])
    }
  }

  /// Any bytes anywhere: the reader says something or nothing, but it comes back.
  @Test(arguments: 0..<60)
  func randomDamageNeverTraps(round: Int) throws {
    let seed = UInt64.random(in: .min ... .max)
    print("random damage is done with the seed \(seed), round \(round)")
    var generator = SplitMix(seed: seed)
    try withTemporaryDirectory { directory in
      let name = ["ch_0", "ch_1", "metadata", "index/ch_0.idx"][round / 2 % 4]
      try writeTrace(
        to: directory, hasIndex: round.isMultiple(of: 2) || name.hasPrefix("index"))
      try edit(directory.appendingPathComponent(name)) { data in
        // In every other round where the sizes, times and names are.
        let end = min(data.count, round % 3 == 0 ? 84 : 700)
        for _ in 0..<Int.random(in: 1...8, using: &generator) {
          data[Int.random(in: 0..<end, using: &generator)] = .random(
            in: .min ... .max, using: &generator)
        }
        if round % 5 == 0 { data = data.prefix(.random(in: 0..<data.count, using: &generator)) }
      }
      let report = try Report(directory: directory.path)
      _ = try report.json()
      _ = report.text()
    }
  }
}
