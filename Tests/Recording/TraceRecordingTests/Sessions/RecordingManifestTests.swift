import FoundationEssentials
import RecordingManifests
import SystemSupport
import Testing

@testable import TraceRecording

@Suite struct RecordingManifestTests {
  private var manifest: RecordingManifest {
    var manifest = RecordingManifest(
      mode: .attached, command: ["signpost", "record", "--attach", "server"], session: "s",
      attached: [.init(pid: 42, name: "server")], host: .init(name: "a"),
      options: .init(blocking: true), started: RecordingManifest.timestamp(0))
    manifest.end = .init(.diskFull, lossesAreKnown: false, message: "The disk was full.")
    return manifest
  }

  @Test func isReadAsItWasWritten() throws {
    let directory =
      FileManager.default.temporaryDirectory.path + "/manifest-\(UInt64.random(in: 0 ... .max))"
    try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: directory) }
    #expect(RecordingManifest.read(from: directory) == nil)
    #expect(manifest.write(to: directory))
    #expect(RecordingManifest.read(from: directory) == manifest)
    var changed = manifest
    changed.end = .init(.complete, discardedEvents: 0)
    #expect(changed.write(to: directory))
    #expect(RecordingManifest.read(from: directory) == changed)
    #expect(Files.entries(of: directory) == [RecordingManifest.fileName])
  }

  @Test func whatALaterVersionAddsIsIgnored() throws {
    let later = """
      {"version": 2, "mode": "telepathy", "part": "recording", "command": [], "session": "s",
       "attached": [], "options": {"mood": 3}, "started": "1970-01-01T00:00:00Z",
       "end": {"reason": "evaporated", "lossesAreKnown": true}}
      """
    let read = try JSONDecoder().decode(RecordingManifest.self, from: Data(later.utf8))
    #expect(read.mode.rawValue == "telepathy")
    #expect(read.end?.reason.rawValue == "evaporated")
  }

  @Test func remarks_selections_comeFirst() {
    var manifest = manifest
    manifest.options.blocking = false
    manifest.end = .init(.complete)
    manifest.selections = [.init()]
    #expect(manifest.remarks().isEmpty)
    manifest.selections = [.init(kinds: ["actions", "stores"])]
    #expect(
      manifest.remarks() == [
        "Only a selection was recorded: --kind actions --kind stores. All else is missing."
      ])
    manifest.selections = [.init(), .init(prefixes: ["todos*"], since: "2026-11-22T20:15:00Z")]
    #expect(
      manifest.remarks() == [
        "Only a selection was recorded, which changed: first everything; from 2026-11-22T20:15:00Z on "
          + "--prefix todos*. All else is missing.",
        "An action looks like one from outside if the action around it, or the one that led to it, was "
          + "not selected.",
      ])
    manifest.selections = (0..<9).map { .init(names: ["\($0)"], since: "time \($0)") }
    #expect(
      manifest.remarks()[0].contains("first --name 0; 4 more changes; from time 5 on --name 5;"))
  }

  @Test func remarksNameWhatAReaderMustKnow() {
    var manifest = manifest
    #expect(manifest.remarks().last?.hasPrefix("Attached with --blocking: ") == true)
    manifest.options.blocking = false
    #expect(
      manifest.remarks() == ["The disk was full; the recording ends there.", "The disk was full."])
    manifest.end = nil
    #expect(manifest.remarks().count == 1)
    manifest.end = .init(.complete)
    #expect(manifest.remarks().isEmpty)
    manifest.rotation = .init(keptChunks: 2, removedChunks: 3)
    #expect(
      manifest.remarks() == [
        "The oldest 3 chunks were removed to keep within the limits; the recording begins after "
          + "that."
      ])
    manifest.part = .chunk
    manifest.chunk = 4
    #expect(manifest.remarks().count == 1)
    #expect(manifest.remarks()[0].hasPrefix("Chunk 4 of a rotated recording"))
    manifest.part = .snapshot
    manifest.rotation = nil
    manifest.snapshot = .init(
      number: 2, cause: .slow, taken: "1970-01-01T00:00:00Z", slow: .init(rule: "16ms:todos"))
    #expect(
      manifest.remarks() == [
        "Snapshot 2, written as an event was slow (--on-slow 16ms:todos) at 1970-01-01T00:00:00Z; "
          + "what is older than the buffers is not in it."
      ])
    #expect(
      manifest.remarks(cause: "[todos] load took 20 ms")[0]
        .hasPrefix("Snapshot 2, written as [todos] load took 20 ms (--on-slow 16ms:todos) at"))
    manifest.snapshot = .init(
      number: 3, cause: .queue, taken: "1970-01-01T00:00:00Z", condition: "--on-queue 100")
    #expect(
      manifest.remarks()[0]
        .hasPrefix("Snapshot 3, written as many actions were waiting (--on-queue 100) at 1970"))
  }

  @Test func timestampsAreUTC() {
    #expect(RecordingManifest.timestamp(0) == "1970-01-01T00:00:00Z")
  }

  @Test func remarks_attachedWithBlocking_nameTheProgramsThatWaited() {
    for mode in [RecordingManifest.Mode.attached, .registered] {
      var manifest = RecordingManifest(
        mode: mode, command: [], session: "s", options: .init(blocking: true), started: "")
      manifest.end = .init(.complete)
      #expect(
        manifest.remarks() == [
          "Attached with --blocking: programs that were started with LTTNG_UST_ALLOW_BLOCKING=1 "
            + "waited for room in the buffers, and a duration includes that time; others did not "
            + "wait."
        ])
    }
  }

  @Test func remarks_directoryMoved_sayWhereItEnds() {
    var manifest = RecordingManifest(mode: .program, command: [], session: "s", started: "")
    manifest.end = .init(.outputMoved, lossesAreKnown: false)
    #expect(
      manifest.remarks() == [
        "Its directory was removed or renamed while it recorded; the recording ends there."
      ])
    manifest.end = .init(.complete)
    manifest.interruptions = [.init(from: "a", to: "b", reason: .outputMoved)]
    #expect(
      manifest.remarks() == [
        "Nothing was recorded from a to b: its directory was removed or renamed."
      ])
  }
}
