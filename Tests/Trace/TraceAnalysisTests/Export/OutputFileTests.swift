import Foundation
import Glibc
import TestSupport
import Testing
import TraceExport

/// The places that an export is written to. Devices are stood in for by links of the test's own.
@Suite struct OutputFileTests {
  private func isLink(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
  }

  private func write(_ text: String, to path: String, isReplacing: Bool = false) throws {
    let output = try OutputFile(path, isReplacing: isReplacing)
    output.write(text)
    try output.finish()
  }

  @Test(arguments: [false, true])
  func finish_linkToDevice_writesIntoDeviceAndKeepsLink(isReplacing: Bool) throws {
    let scratch = try ScratchDirectory()
    let path = scratch.path("null")
    #expect(symlink("/dev/null", path) == 0)
    try write("rows", to: path, isReplacing: isReplacing)
    #expect(isLink(path))
    #expect(scratch.entries("") == ["null"])
  }

  @Test(arguments: [false, true])
  func finish_linkToFIFO_writesIntoFIFO(isReplacing: Bool) throws {
    let scratch = try ScratchDirectory()
    let (pipe, path) = (scratch.path("pipe"), scratch.path("link"))
    #expect(mkfifo(pipe, 0o600) == 0 && symlink(pipe, path) == 0)
    let reader = open(pipe, O_RDWR | O_NONBLOCK)
    defer { close(reader) }
    for name in [path, pipe] {
      try write("rows", to: name, isReplacing: isReplacing)
      var bytes = [UInt8](repeating: 0, count: 16)
      #expect(read(reader, &bytes, 16) == 4)
    }
    #expect(isLink(path))
    #expect(scratch.entries("") == ["link", "pipe"])
  }

  @Test func finish_linkToFile_replacesFileAndKeepsLink() throws {
    let scratch = try ScratchDirectory()
    let (file, path) = (scratch.path("file"), scratch.path("link"))
    try write("old", to: file)
    #expect(symlink("file", path) == 0)
    #expect(throws: ExportFailure.fileExists(path)) { try OutputFile(path) }
    try write("new", to: path, isReplacing: true)
    #expect(isLink(path))
    #expect(try String(contentsOfFile: file, encoding: .utf8) == "new")
    #expect(scratch.entries("") == ["file", "link"])
  }

  @Test(arguments: [false, true])
  func init_linkToNothingOrDirectory_fails(isReplacing: Bool) throws {
    let scratch = try ScratchDirectory()
    let path = scratch.path("link")
    #expect(symlink("nothing", path) == 0)
    for name in [path, scratch.path("")] {
      #expect(throws: ExportFailure.self) { try OutputFile(name, isReplacing: isReplacing) }
    }
    #expect(scratch.entries("") == ["link"])
  }

  @Test(arguments: ["/dev/fd/%", "/proc/self/fd/%"])
  func finish_descriptorOfFile_appends(form: String) throws {
    let scratch = try ScratchDirectory()
    let file = open(scratch.path("file"), O_RDWR | O_CREAT, 0o600)
    defer { close(file) }
    _ = Glibc.write(file, "before ", 7)
    try write("rows", to: form.replacingOccurrences(of: "%", with: "\(file)"), isReplacing: true)
    _ = Glibc.write(file, " after", 6)
    #expect(
      try String(contentsOfFile: scratch.path("file"), encoding: .utf8) == "before rows after")
    #expect(scratch.entries("") == ["file"])
  }
}
