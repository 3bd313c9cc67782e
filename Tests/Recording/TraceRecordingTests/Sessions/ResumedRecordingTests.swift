import Foundation
import RecordingManifests
import SystemSupport
import TestSupport
import Testing

@testable import TraceRecording

@Suite struct ResumedRecordingTests {
  private func manifest(_ part: RecordingManifest.Part = .recording) -> RecordingManifest {
    var manifest = RecordingManifest(
      mode: .registered, part: part,
      command: [
        "signpost", "record", "--recording", "night", "--no-report", "--background", "--unattended",
        "--rotate", "10min", "--output", "/a", "-o", "/b", "--output=/c", "--attach", "shop",
      ],
      session: "signpost-1-a", started: "2026-11-22T20:15:00Z")
    manifest.name = "night"
    return manifest
  }

  @Test func init_otherNameOrPart_isNil() throws {
    let scratch = try ScratchDirectory()
    let directory = scratch.path("")
    #expect(ResumedRecording(in: directory, name: "night") == nil)
    manifest(.chunk).write(to: directory)
    #expect(ResumedRecording(in: directory, name: "night") == nil)
    manifest().write(to: directory)
    #expect(ResumedRecording(in: directory, name: "day") == nil)
    #expect(ResumedRecording(in: directory, name: "night")?.manifest == manifest())
  }

  @Test func archive_recordingWasKilled_becomesAChunkAfterTheCompleteOnes() throws {
    let scratch = try ScratchDirectory()
    let directory = scratch.path("recording")
    let complete = "20261122T201500+0000-20261122T201600+0000-4"
    _ = try scratch.file("recording/archives/\(complete)/ust/pid/a/metadata", "data")
    _ = try scratch.file("recording/ust/pid/a/metadata", "data")
    manifest().write(to: directory)
    let resumed = try #require(ResumedRecording(in: directory, name: "night"))
    let interruption = try resumed.archive()
    #expect(interruption.reason == nil)
    #expect(interruption.from <= interruption.to)
    let chunks = RotatedChunks(of: directory).chunks
    #expect(chunks.count == 2)
    #expect(chunks.first?.name == complete)
    #expect(chunks.last?.number == 5)
    let path = directory + "/archives/" + (chunks.last?.name ?? "")
    #expect(Files.contents(of: path + "/ust/pid/a/metadata") == "data")
    let chunk = try #require(RecordingManifest.read(from: path))
    #expect(chunk.part == .chunk)
    #expect(chunk.end?.lossesAreKnown == false)
    #expect(!Files.entries(of: directory).contains("ust"))
  }

  /// LTTng was killed while it rotated.
  @Test func archive_rotationWasUnderWay_keepsAllPartsInTheirOrder() throws {
    let scratch = try ScratchDirectory()
    let directory = scratch.path("recording")
    _ = try scratch.file("recording/.tmp_old_chunk/ust/pid/a/metadata", "first")
    _ = try scratch.file("recording/20261122T201600+0000-1/ust/pid/a/metadata", "second")
    _ = try scratch.file("recording/.tmp_new_chunk/ust/pid/a/metadata", "third")
    var manifest = manifest()
    manifest.rotation = .init()
    manifest.rotation?.removedChunks = 7
    manifest.write(to: directory)
    _ = try #require(ResumedRecording(in: directory, name: "night")).archive()
    let chunks = RotatedChunks(of: directory).chunks
    let paths = chunks.map { RotatedChunks.path(in: directory) + "/" + $0.name }
    #expect(
      paths.map { Files.contents(of: $0 + "/ust/pid/a/metadata") } == ["first", "second", "third"])
    #expect(paths.map { RecordingManifest.read(from: $0)?.chunk } == [7, 8, 9])
    #expect(Set(Files.entries(of: directory)) == ["archives", "signpost.json"])
  }

  @Test func archive_recordingHadEnded_keepsItsEnd() throws {
    let scratch = try ScratchDirectory()
    let directory = scratch.path("recording")
    _ = try scratch.file("recording/ust/pid/a/metadata", "data")
    var manifest = manifest()
    manifest.ended = "2026-11-22T21:15:00Z"
    manifest.end = .init(.daemonDied, lossesAreKnown: false)
    manifest.write(to: directory)
    let resumed = try #require(ResumedRecording(in: directory, name: "night"))
    let interruption = try resumed.archive()
    #expect(interruption.from == "2026-11-22T21:15:00Z")
    #expect(interruption.reason == .daemonDied)
    let name = try #require(RotatedChunks(of: directory).chunks.first?.name)
    #expect(name == "20261122T201500+0000-20261122T211500+0000-0")
    #expect(
      RecordingManifest.read(from: "\(directory)/archives/\(name)")?.end?.reason == .daemonDied)
  }

  /// The recorder was killed before its session started.
  @Test func archive_nothingWasRecorded_isInterruptedFromItsStart() throws {
    let scratch = try ScratchDirectory()
    manifest().write(to: scratch.path(""))
    let resumed = try #require(ResumedRecording(in: scratch.path(""), name: "night"))
    #expect(try resumed.archive().from == manifest().started)
    #expect(RotatedChunks(of: scratch.path("")).chunks.isEmpty)
  }

  /// The recorder was killed twice, the second time before its session started.
  @Test func archive_afterAnInterruption_beginsAtItsEnd() throws {
    let scratch = try ScratchDirectory()
    var manifest = manifest()
    manifest.interruptions = [
      .init(from: "2026-11-22T20:20:00Z", to: "2026-11-22T20:30:00Z", reason: nil)
    ]
    manifest.write(to: scratch.path(""))
    let resumed = try #require(ResumedRecording(in: scratch.path(""), name: "night"))
    #expect(try resumed.archive().from == "2026-11-22T20:30:00Z")
  }

  /// The next session did not start.
  @Test func restore_afterArchive_keepsTheEndOfTheEarlierPart() throws {
    let scratch = try ScratchDirectory()
    let directory = scratch.path("recording")
    let file = try scratch.file("recording/ust/pid/a/metadata", "data")
    for path in [file, directory + "/ust/pid/a", directory + "/ust/pid", directory + "/ust"] {
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSince1970: 1_795_380_900)], ofItemAtPath: path)
    }
    manifest().write(to: directory)
    let resumed = try #require(ResumedRecording(in: directory, name: "night"))
    let first = try resumed.archive()
    #expect(first.from == "2026-11-22T20:55:00Z")
    var other = manifest()
    other.session = "signpost-2-b"
    other.interruptions = [first]
    other.write(to: directory)
    resumed.restore(endedAt: first.from)
    let next = try #require(ResumedRecording(in: directory, name: "night"))
    #expect(next.manifest.session == manifest().session)
    #expect(next.manifest.interruptions == nil)
    #expect(try next.archive().from == first.from)
  }

  @Test func options_ofARecorder_lackItsNameAndItsOutput() throws {
    let scratch = try ScratchDirectory()
    manifest().write(to: scratch.path(""))
    #expect(
      NamedRecording.options(in: scratch.path("")) == ["--rotate", "10min", "--attach", "shop"])
  }

  @Test func remarks_interruptedRecording_nameEachTime() {
    var manifest = manifest()
    manifest.interruptions = (1...6).map {
      .init(
        from: "2026-11-22T2\($0):00:00Z", to: "2026-11-22T2\($0):30:00Z",
        reason: $0 == 6 ? .diskFull : nil)
    }
    let remarks = manifest.remarks()
    #expect(remarks.first == "The recording was interrupted 2 times before that.")
    #expect(
      remarks.contains(
        "Nothing was recorded from 2026-11-22T26:00:00Z to 2026-11-22T26:30:00Z: the disk was full."
      ))
    #expect(remarks.filter { $0.hasPrefix("Nothing was recorded") }.count == 4)
  }
}
