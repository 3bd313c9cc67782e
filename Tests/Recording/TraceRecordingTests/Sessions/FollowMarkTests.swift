import Foundation
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

  @Test func init_programLooksAtTheLock_waitsForIt() throws {
    let scratch = try ScratchDirectory()
    let path = try #require(FollowMark(name: "shop", directory: scratch.directory)?.path)
    let program = open(path, O_RDONLY | O_CLOEXEC)
    #expect(flock(program, LOCK_EX | LOCK_NB) == 0)
    #expect(FollowMark(name: "shop", directory: scratch.directory, patience: .zero) == nil)
    // On a separate thread: other tests block the threads of tasks.
    Thread.detachNewThread {
      usleep(20_000)
      flock(program, LOCK_UN)
    }
    let mark = FollowMark(name: "shop", directory: scratch.directory, patience: .seconds(60))
    #expect(mark?.path == path)
    #expect(flock(program, LOCK_EX | LOCK_NB) != 0)
    withExtendedLifetime(mark) {}
    close(program)
  }

  @Test(arguments: [true, false])
  func init_privateUmask_isOpenToOthersIfTheyRegister(servesOthers: Bool) throws {
    let scratch = try ScratchDirectory()
    // The umask is the process's, and other tests run at the same time: a directory and a file that
    // an earlier recorder has left are as closed.
    let parent = scratch.path("signpost-follow")
    let path = try scratch.file("signpost-follow/shop", "", mode: 0o600)
    #expect(chmod(parent, 0o700) == 0)
    let mark = FollowMark(name: "shop", directory: scratch.directory, servesOthers: servesOthers)
    #expect(mark?.path == path)
    var status = stat()
    #expect(stat(path, &status) == 0)
    #expect(status.st_mode & 0o777 == (servesOthers ? 0o644 : 0o600))
    #expect(stat(parent, &status) == 0)
    #expect(status.st_mode & 0o777 == (servesOthers ? 0o711 : 0o700))
  }

  @Test(arguments: ["a/b", ".", "..", ""])
  func init_nameThatIsNoFile_isNil(name: String) throws {
    #expect(FollowMark(name: name, directory: try ScratchDirectory().directory) == nil)
  }

  /// The watchdog of the recorder reads a path from a line, and would remove neither the mark nor
  /// its directory.
  @Test(arguments: ["line\ndirectory x", "line\r\ndirectory x"])
  func init_nameWithLineBreak_leavesNothing(name: String) throws {
    let scratch = try ScratchDirectory()
    #expect(FollowMark(name: name, directory: scratch.directory) == nil)
    #expect(scratch.entries("") == [])
  }

  @Test func init_nameThatBeginsWithADot_isMarked() throws {
    let scratch = try ScratchDirectory()
    let mark = FollowMark(name: ".hidden", directory: scratch.directory)
    #expect(mark?.path == scratch.path("signpost-follow/.hidden"))
  }
}
