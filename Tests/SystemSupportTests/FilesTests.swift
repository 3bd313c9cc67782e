import FoundationEssentials
import Glibc
import Testing

@testable import BenchHarness

@Suite struct FilesTests {
  @Test func aFileIsReplacedAsAWhole() throws {
    let scratch = try Scratch()
    let path = scratch.path + "/file"
    try Files.replace(path, with: "old")
    // Another name for the file as it is now, like the descriptor of a reader.
    #expect(link(path, scratch.path + "/reader") == 0)
    try Files.replace(path, with: "new and longer")
    #expect(try Files.read(scratch.path + "/reader") == "old")
    #expect(try Files.read(path) == "new and longer")
    #expect(try Files.names(in: scratch.path).sorted() == ["file", "reader"])
  }

  @Test func aLinkGoesOnBeingOne() throws {
    let scratch = try Scratch()
    try Files.replace(scratch.path + "/file", with: "old")
    try FileManager.default.createSymbolicLink(
      atPath: scratch.path + "/link", withDestinationPath: scratch.path + "/file")
    try Files.replace(scratch.path + "/link", with: "new")
    #expect(try Files.read(scratch.path + "/file") == "new")
    #expect(
      try FileManager.default.destinationOfSymbolicLink(atPath: scratch.path + "/link")
        == scratch.path + "/file")
  }

  @Test func whatCanNotBeWrittenLeavesNothing() throws {
    let scratch = try Scratch()
    try FileManager.default.createDirectory(
      atPath: scratch.path + "/file", withIntermediateDirectories: true)
    let error = #expect(throws: FileError.self) {
      try Files.replace(scratch.path + "/file", with: "text")
    }
    #expect(error?.description.contains("“\(scratch.path)/file”") == true)
    #expect(try Files.names(in: scratch.path) == ["file"])
  }
}
