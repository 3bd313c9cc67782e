import Glibc
import SystemSupport
import TestSupport
import Testing

@testable import TraceRecording

struct ProgramUserTests {
  @Test func usersHaveNamesAndNumbers() throws {
    let root = try #require(ProgramUser("root"))
    #expect(root.id == 0)
    #expect(ProgramUser("0") == root)
    #expect(ProgramUser("no such user") == nil)
    #expect(ProgramUser("4294967294") == nil)
    #expect(ProgramUser("") == nil)
  }

  @Test func variablesNameTheUser() throws {
    let root = try #require(ProgramUser("root"))
    let environment = root.environment(
      ProcessEnvironment([ByteString("HOME=/home/other"), ByteString("A=b")]))
    #expect(environment["HOME"] == root.home)
    #expect(environment["USER"] == "root")
    #expect(environment["LOGNAME"] == "root")
    #expect(environment["SHELL"] == root.shell)
    #expect(environment["A"] == "b")
  }

  @Test func aDirectoryIsReachedThroughAllAboveIt() throws {
    let scratch = try ScratchDirectory()
    var user = try #require(ProgramUser("root"))
    #expect(user.reaches(scratch.directory))
    #expect(!user.reaches(scratch.path("none")))
    // A user and a group that own nothing here.
    user.id = 54_321
    user.group = 54_321
    try scratch.file("outer/inner/file", "")
    func set(_ mode: mode_t, _ path: String) { chmod(scratch.path(path), mode) }
    set(0o755, "")
    set(0o700, "outer")
    set(0o755, "outer/inner")
    #expect(!user.reaches(scratch.path("outer/inner")))
    set(0o711, "outer")
    #expect(user.reaches(scratch.path("outer/inner")) == user.reaches(scratch.directory))
    user.id = getuid()
    set(0o077, "outer")
    #expect(getuid() == 0 || !user.reaches(scratch.path("outer/inner")))
    set(0o755, "outer")
  }
}
