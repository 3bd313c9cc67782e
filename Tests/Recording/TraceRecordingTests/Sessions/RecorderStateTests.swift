import Foundation
import RecordingManifests
import TestSupport
import Testing

@testable import TraceRecording

@Suite struct RecorderStateTests {
  static func state(output: String = "/o", hasProgram: Bool = false) throws -> RecorderState {
    let text = """
      {"pid":7,"startTime":8,"session":"s","output":"\(output)","subject":"shop (9)",\
      "hasProgram":\(hasProgram),"isFlightRecorder":false,"started":1,"resumptions":0,\
      "isPaused":false,"daemon":{"kind":"serving"},"directory":"/d"}
      """
    return try JSONDecoder().decode(RecorderState.self, from: Data(text.utf8))
  }

  @Test(arguments: [true, false])
  func decode_stateOfAnEarlierVersion_tellsWhetherItIsStoppable(hasProgram: Bool) throws {
    let state = try Self.state(hasProgram: hasProgram)
    #expect(state.isStoppable == !hasProgram)
    #expect(
      try JSONDecoder().decode(RecorderState.self, from: JSONEncoder().encode(state)) == state)
  }

  @Test func write_noRoom_keepsTheEarlierState() throws {
    let files = try ScratchDirectory()
    let directory = PrivateDirectory(path: files.directory)
    var state = try Self.state()
    #expect(state.write(to: directory))
    let text = files.text("recorder.json")
    state.isPaused = true
    // No file of that name can be created.
    try files.file("recorder.new/file", "")
    #expect(!state.write(to: directory))
    #expect(files.text("recorder.json") == text)
    try FileManager.default.removeItem(atPath: files.path("recorder.new"))
    #expect(state.write(to: directory))
    #expect(files.text("recorder.json") != text)
  }

  @Test(arguments: [
    ("manifest.json", false), ("ust/pid/shop-9/metadata", true),
    ("archives/c-0/manifest.json", true),
    ("snapshot-1-0/manifest.json", true),
  ])
  func hasRecorded_output_dependsOnItsTraces(file: String, expected: Bool) throws {
    let files = try ScratchDirectory()
    try files.file("trace/" + file, "")
    #expect(try Self.state(output: files.path("trace")).hasRecorded == expected)
  }

  @Test(
    arguments: [
      (RecordingManifest.End(.complete), [], nil),
      // A trace that was sent has a message about its place.
      (RecordingManifest.End(.complete, message: "It is elsewhere."), [], nil),
      (
        RecordingManifest.End(.complete, discardedEvents: 3, lostPackets: 0), [],
        "LTTng: 3 events were discarded, as the buffers were full"
      ),
      (
        RecordingManifest.End(.daemonDied, lossesAreKnown: false),
        ["The session daemon died; the recording ends there."], nil
      ),
      (
        RecordingManifest.End(.consumerDied, lossesAreKnown: false),
        ["LTTng's consumer, which writes the trace, died; the recording ends there."], nil
      ),
      (nil, ["The recording has not ended: its recorder runs, or was killed."], nil),
    ] as [(RecordingManifest.End?, [String], String?)])
  func defects_stoppedRecording_areThoseOfItsEnd(
    end: RecordingManifest.End?, defects: [String], losses: String?
  ) throws {
    let files = try ScratchDirectory()
    var state = try Self.state(output: files.path("trace"))
    #expect(state.defects == ["\(state.output) was removed while it recorded."])
    state.relay = "127.0.0.1, in host/trace"
    #expect(state.defects == [], "the trace is elsewhere")
    state.relay = nil
    try files.file("trace/recorder.log", "")
    #expect(state.defects == [], "there is no manifest")
    var manifest = RecordingManifest(
      mode: .registered, command: [], session: "s", started: RecordingManifest.timestamp())
    manifest.end = end
    // The report says these, and they are no defects.
    manifest.rotation = .init(seconds: 60, removedChunks: 3)
    manifest.selections = [.init(kinds: ["stores"])]
    #expect(manifest.write(to: files.path("trace")))
    #expect(state.defects == defects)
    #expect(state.losses == [losses].compactMap(\.self))
  }
}
