import Glibc
import SystemSupport
import TestSupport
import Testing

@testable import TraceRecording

@Suite struct PrivateDirectoryTests {
  /// systemd removes XDG_RUNTIME_DIR at the logout.
  @Test func make_severalParents_outlivesTheLogin() throws {
    let scratch = try ScratchDirectory()
    for name in ["run", "tmp"] { #expect(mkdir(scratch.path(name), 0o700) == 0) }
    let environment = ProcessEnvironment(
      ["XDG_RUNTIME_DIR=\(scratch.path("run"))", "TMPDIR=\(scratch.path("tmp"))"]
        .map { ByteString($0) })
    let directory = try PrivateDirectory.make(environment: environment)
    defer { directory.remove() }
    #expect(directory.path.hasPrefix(scratch.path("tmp") + "/signpost-"))
    #expect(
      PrivateDirectory.parents(environment: environment)
        == [scratch.path("tmp"), "/tmp", scratch.path("run")])
  }

  /// A directory that can be written to, and is too deep for sockets, looks like no obstacle.
  @Test func make_noParentSuffices_saysWhyOfEach() throws {
    let scratch = try ScratchDirectory()
    let name = String(repeating: "d", count: 60)
    let deep = scratch.path(name)
    #expect(mkdir(deep, 0o700) == 0)
    let none = scratch.path("none")
    let failure = try #require(throws: RecordingFailure.self) {
      try PrivateDirectory.make(in: [deep, none])
    }
    #expect(failure.message.contains("\(deep): its path has more than 55 bytes; \(none): No such"))
    #expect(
      failure.message.hasSuffix("to a directory you can write to, with room and a short path."))
    #expect(scratch.entries("") == [name])
    #expect(scratch.entries(name) == [])
  }

  @Test func write_directoryThatTakesNothing_saysWhy() throws {
    let scratch = try ScratchDirectory()
    let directory = PrivateDirectory(path: scratch.path("none"))
    let session = SessionConfiguration(
      name: "s", directory: "/t",
      buffers: try BufferPlan(
        request: .init(), machine: .init(processors: 2, freeSharedMemory: nil, pageSize: 4096)),
      blocking: false)
    let failure = try #require(throws: RecordingFailure.self) { try directory.write(session) }
    #expect(failure.message.hasPrefix("can't write to \(directory.path): No such file"))
    #expect(failure.message.hasSuffix("Set TMPDIR to a directory with more room."))
  }

  @Test func make_directoryInUse_isLocked() throws {
    let scratch = try ScratchDirectory()
    let environment = ProcessEnvironment([ByteString("TMPDIR=\(scratch.directory)")])
    var directory: PrivateDirectory? = try PrivateDirectory.make(environment: environment)
    let path = try #require(directory?.path)
    #expect(DirectoryClaim(path) == nil)
    directory = nil
    #expect(DirectoryClaim(path) != nil)
  }
}
