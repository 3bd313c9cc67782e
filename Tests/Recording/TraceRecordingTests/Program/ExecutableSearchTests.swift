import Glibc
import SystemSupport
import TestSupport
import Testing

@testable import TraceRecording

struct ExecutableSearchTests {
  @Test func looksInTheDirectoriesInOrder() throws {
    let files = try ScratchDirectory()
    try files.script("first/tool", "true")
    try files.script("second/tool", "true")
    try files.script("second/other", "true")
    let search = ExecutableSearch(directories: [files.path("first"), files.path("second")])
    #expect(search.find("tool") == files.path("first/tool"))
    #expect(search.find("other") == files.path("second/other"))
    #expect(throws: ExecutableSearch.Failure.notFound) { try search.find(ByteString("none")) }
    #expect(throws: ExecutableSearch.Failure.notFound) { try search.find(ByteString("")) }
  }

  @Test func whatCannotBeRunIsPassedOverAndRemembered() throws {
    let files = try ScratchDirectory()
    try files.file("first/tool", "text")
    try files.script("second/tool", "true")
    try files.file("first/text", "text")
    let search = ExecutableSearch(directories: [files.path("first"), files.path("second")])
    #expect(search.find("tool") == files.path("second/tool"))
    #expect(
      throws: ExecutableSearch.Failure.notExecutable(
        path: files.path("first/text"), reason: "permission denied")
    ) { try search.find(ByteString("text")) }
  }

  @Test func aPathIsTakenAsItIs() throws {
    let files = try ScratchDirectory()
    try files.script("tool", "true")
    let search = ExecutableSearch(directories: [])
    #expect(search.find(files.path("tool")) == files.path("tool"))
    #expect(throws: ExecutableSearch.Failure.notFound) {
      try search.find(ByteString(files.path("tool/below")))
    }
    #expect(
      throws: ExecutableSearch.Failure.notExecutable(
        path: files.directory, reason: "it is a directory")
    ) { try search.find(ByteString(files.directory)) }
  }
}
