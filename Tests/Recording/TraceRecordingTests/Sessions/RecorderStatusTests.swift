import RecordingManifests
import TestSupport
import Testing

@testable import TraceRecording

@Suite struct RecorderStatusTests {
  private let started = 1_795_380_000
  private let stream = String(repeating: "e", count: 1 << 20)

  /// A chunk of one megabyte, by its begin and end after the start of the recorder.
  private func chunk(_ begin: Int, _ end: Int, _ number: Int, in files: ScratchDirectory) throws {
    let name = RotatedChunks.Chunk.name(
      begin: started + begin, end: started + end, number: number)
    try files.file("trace/archives/\(name)/ust/stream", stream)
  }

  /// In megabytes, as directories take some room, too.
  private func rate(_ files: ScratchDirectory, after seconds: Int) -> Int? {
    RecorderStatus.rate(in: files.path("trace"), since: started, now: started + seconds)
      .map { $0 >> 20 }
  }

  @Test func rate_resumedRecording_leavesOutEarlierRecorders() throws {
    let files = try ScratchDirectory()
    for number in 0..<20 { try chunk(-2000 + number, -1999 + number, number, in: files) }
    // LTTng starts the first chunk before the recorder has written its state.
    for number in 20..<24 { try chunk(number - 21, number - 19, number, in: files) }
    try files.file("trace/ust/stream", stream)
    #expect(rate(files, after: 1) == 5)
    #expect(rate(files, after: 5) == 1)
    #expect(rate(files, after: 0) == nil)
  }

  @Test func rate_oldestChunksWereRemoved_isOfTheRest() throws {
    let files = try ScratchDirectory()
    for number in 0..<4 { try chunk(600_000 + number, 600_001 + number, number, in: files) }
    #expect(rate(files, after: 600_004) == 1)
  }

  @Test(
    arguments: [
      (RecordingManifest.Rotation(mostBytes: 8 << 20), nil),
      (RecordingManifest.Rotation(seconds: 60, keptChunks: 3), nil),
      (RecordingManifest.Rotation(seconds: 60), 10), (nil, 10),
    ] as [(RecordingManifest.Rotation?, Int?)])
  func secondsLeft_recordingThatRemovesChunks_isNil(
    rotation: RecordingManifest.Rotation?, secondsLeft: Int?
  ) throws {
    let files = try ScratchDirectory()
    try files.file("trace/ust/stream", "")
    var manifest = RecordingManifest(
      mode: .registered, command: [], session: "s", started: RecordingManifest.timestamp())
    manifest.rotation = rotation
    #expect(manifest.write(to: files.path("trace")))
    var state = try RecorderStateTests.state(output: files.path("trace"))
    // No session daemon is asked for losses then.
    state.isFlightRecorder = true
    var status = RecorderStatus.of(state)
    #expect(status.rate == nil)
    status.rate = 100
    status.freeBytes = 1000
    #expect(status.secondsLeft == secondsLeft)
  }
}
