import Glibc
import Synchronization
import TestSupport
import Testing

@testable import TraceRecording

@Suite struct FollowMarkTests {
  /// Whether a program would wait for the recorder.
  private func isLocked(_ path: String) -> Bool {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    defer { close(file) }
    return file >= 0 && flock(file, LOCK_EX | LOCK_NB) != 0
  }

  @Test func init_freeFile_isLockedUntilItsEnd() throws {
    let scratch = try ScratchDirectory()
    var mark = FollowMark(name: "shop", directory: scratch.directory)
    let path = try #require(mark?.path)
    #expect(isLocked(path))
    // Recorders share it.
    let other = FollowMark(name: "shop", directory: scratch.directory)
    mark = nil
    #expect(isLocked(path))
    withExtendedLifetime(other) {}
  }

  @Test func init_programLooksAtTheLock_waitsForIt() async throws {
    let scratch = try ScratchDirectory()
    let path = try #require(FollowMark(name: "shop", directory: scratch.directory)?.path)
    let program = open(path, O_RDONLY | O_CLOEXEC)
    #expect(flock(program, LOCK_EX | LOCK_NB) == 0)
    #expect(FollowMark(name: "shop", directory: scratch.directory, patience: .zero) == nil)
    let directory = scratch.directory
    async let mark = Task.detached {
      FollowMark(name: "shop", directory: directory, patience: .seconds(60)).map {
        flock(program, LOCK_EX | LOCK_NB) != 0 && $0.path == path
      }
    }.value
    try await Task.sleep(for: .milliseconds(20))
    flock(program, LOCK_UN)
    #expect(await mark == true)
    close(program)
  }

  @Test(arguments: ["a/b", ".hidden"])
  func init_nameThatIsNoFile_isNil(name: String) throws {
    #expect(FollowMark(name: name, directory: try ScratchDirectory().directory) == nil)
  }
}
