import Glibc
import RecordingManifests
import SystemSupport
import TestSupport
import Testing

@testable import TraceRecording

struct OutputDirectoryTests {
  private func environment(_ directory: String) -> ProcessEnvironment {
    ProcessEnvironment([ByteString("TMPDIR=\(directory)")])
  }

  @Test func aTemporaryOneIsTheUsersAloneAndGoesAway() throws {
    let files = try ScratchDirectory()
    let output = try OutputDirectory.makeTemporary(
      room: 1, environment: environment(files.directory))
    #expect(output.path.hasPrefix(files.directory + "/signpost-trace-"))
    var status = stat()
    #expect(stat(output.path, &status) == 0)
    #expect(status.st_mode & 0o777 == 0o700)
    output.removeIfCreated()
    #expect(files.entries("") == [])
  }

  @Test func aTemporaryOneNeedsRoom() throws {
    let files = try ScratchDirectory()
    let failure = try #require(throws: RecordingFailure.self) {
      try OutputDirectory.makeTemporary(room: .max, environment: environment(files.directory))
    }
    #expect(failure.kind == .outputUnusable)
    #expect(failure.message.hasPrefix("\(files.directory) has "))
    #expect(failure.message.hasSuffix("Set TMPDIR to a directory with more room."))
    #expect(files.entries("") == [])
  }

  @Test func aTemporaryOneNeedsAPlace() throws {
    let files = try ScratchDirectory()
    let failure = try #require(throws: RecordingFailure.self) {
      try OutputDirectory.makeTemporary(room: 1, environment: environment(files.path("none")))
    }
    #expect(
      failure.message.hasPrefix("cannot create a directory in “\(files.path("none"))”: No such"))
  }

  @Test(arguments: [false, true])
  func make_directoryOfAnotherRecorder_isRefusedAndKept(exists: Bool) throws {
    let files = try ScratchDirectory()
    let path = files.path("trace")
    if exists { #expect(mkdir(path, 0o755) == 0) }
    let first = try OutputDirectory.make(path)
    // A recorder that checks at the same time sees an empty directory.
    try OutputDirectory.check(path)
    let failure = try #require(throws: RecordingFailure.self) { try OutputDirectory.make(path) }
    #expect(failure.kind == .outputUnusable)
    #expect(failure.message.contains("another recording"))
    #expect(files.entries("") == ["trace"])
    first.removeIfCreated()
    #expect(files.entries("") == (exists ? ["trace"] : []))
  }

  @Test func make_recordingThatIsResumed_isRefusedToAnother() throws {
    let files = try ScratchDirectory()
    let path = files.path("trace")
    var first: OutputDirectory? = try OutputDirectory.make(path, name: "night")
    var manifest = RecordingManifest(
      mode: .registered, command: [], session: "a", started: RecordingManifest.timestamp())
    manifest.name = "night"
    manifest.write(to: path)
    for _ in 1...2 {
      try OutputDirectory.check(path, name: "night")
      let failure = try #require(throws: RecordingFailure.self) {
        try OutputDirectory.make(path, name: "night")
      }
      #expect(failure.message.contains("another recording"))
      #expect(first != nil)
      // The recorder ends, and another one resumes the recording.
      first = nil
      first = try OutputDirectory.make(path, name: "night")
      #expect(first?.resumed != nil)
    }
  }

  @Test func make_directoryOfAFailedRecorder_isTaken() throws {
    let files = try ScratchDirectory()
    let path = files.path("trace")
    do { try OutputDirectory.make(path).removeIfCreated() }
    let second = try OutputDirectory.make(path)
    #expect(second.path.hasSuffix("/trace"))
  }

  /// Without the free space there, a recording in the background would have no limit.
  @Test(arguments: ["trace", "trace/", "trace//", "old", "old/", "old/trace/"])
  func place_directory_isThereBeforeTheRecording(name: String) throws {
    let files = try ScratchDirectory()
    try files.file("old/file", "")
    let place = OutputDirectory.place(of: files.path(name))
    let expected = name.hasPrefix("old") ? files.path("old") : files.directory
    #expect(Files.resolved(place) == Files.resolved(expected))
    #expect(Files.freeBytes(of: place) != nil)
  }

  @Test(arguments: [(nil, "."), ("trace/", "."), ("/no-such-trace/", "/")] as [(String?, String)])
  func place_withoutParent_isTheWorkingDirectoryOrRoot(name: String?, place: String) {
    #expect(OutputDirectory.place(of: name) == place)
  }

  @Test func check_newDirectory_leavesNothing() throws {
    let files = try ScratchDirectory()
    for name in ["trace", "trace/"] { try OutputDirectory.check(files.path(name)) }
    #expect(files.entries("") == [])
    let failure = try #require(throws: RecordingFailure.self) {
      try OutputDirectory.check(files.path("none/trace"))
    }
    #expect(failure.message.contains("does not exist"))
  }

  @Test func check_linkToNowhere_saysSo() throws {
    let files = try ScratchDirectory()
    let link = files.path("link")
    #expect(symlink("nowhere", link) == 0)
    let failure = try #require(throws: RecordingFailure.self) { try OutputDirectory.check(link) }
    #expect(failure.kind == .outputUnusable)
    #expect(failure.message == "\(link) is a link to a directory that does not exist.")
  }
}
