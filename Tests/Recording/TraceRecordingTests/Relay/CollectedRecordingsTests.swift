import Foundation
import RecordingManifests
import Testing

@testable import TraceRecording

@Suite struct CollectedRecordingsTests {
  /// A directory of a relay daemon, with a file of some bytes in a recording.
  private func withDirectory(_ body: (_ daemon: String) throws -> Void) throws {
    let daemon = FileManager.default.temporaryDirectory.path + "/collected-\(UUID().uuidString)"
    try FileManager.default.createDirectory(
      atPath: daemon, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: daemon) }
    try body(daemon)
  }

  private func write(_ bytes: Int, to file: String) throws {
    try FileManager.default.createDirectory(
      atPath: URL(fileURLWithPath: file).deletingLastPathComponent().path,
      withIntermediateDirectories: true)
    try Data(repeating: 0, count: bytes).write(to: URL(fileURLWithPath: file))
  }

  @Test func status_recordingThatArrives_isScannedAgain() throws {
    try withDirectory { daemon in
      let file = "\(daemon)/alpha/auto-1/ust/ch_0"
      var recordings = CollectedRecordings()
      recordings.directories = [daemon]
      try write(100, to: file)
      let first = recordings.status(openFiles: [file, "/dev/null", "\(daemon)/alpha"])
      #expect(first.recordings.map(\.bytes) == [100])
      #expect(first.arriving == 1)
      try write(300, to: file)
      #expect(recordings.status(openFiles: [file]).bytes == 300)
      try write(500, to: file)
      let last = recordings.status(openFiles: [])
      #expect(last.bytes == 500)
      #expect(last.arriving == 0)
      // The session continues.
      try write(700, to: file)
      #expect(recordings.status(openFiles: [file]).bytes == 700)
    }
  }

  @Test func status_endedRecording_isNotScannedAgain() throws {
    try withDirectory { daemon in
      let name = "shop-20261123-014137-1"
      let file = "\(daemon)/alpha/\(name)/ust/ch_0"
      var recordings = CollectedRecordings()
      recordings.directories = [daemon]
      try write(100, to: file)
      recordings.note(recordings.status(openFiles: [file]))
      // Its end may still arrive.
      try write(200, to: file)
      let waiting = recordings.status(openFiles: [])
      #expect(waiting.unfinished.count == 1)
      recordings.note(waiting)
      try FileManager.default.createDirectory(
        atPath: "\(daemon)/alpha/\(name)/complete-3-0", withIntermediateDirectories: false)
      let sealed = recordings.status(openFiles: [])
      #expect(sealed.unfinished.isEmpty)
      recordings.note(sealed)
      let manifest = RecordingManifest.read(from: "\(daemon)/alpha/\(name)")
      #expect(manifest?.end?.discardedEvents == 3)
      let bytes = recordings.status(openFiles: []).bytes
      #expect(bytes > 200)
      // An ended recording is not read again.
      try write(9_000, to: file)
      #expect(recordings.status(openFiles: []).bytes == bytes)
      // Another one is found.
      try write(50, to: "\(daemon)/beta/auto-1/ust/ch_0")
      #expect(recordings.status(openFiles: []).recordings.map(\.host) == ["alpha", "beta"])
    }
  }
}
