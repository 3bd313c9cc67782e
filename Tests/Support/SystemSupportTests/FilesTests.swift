import FoundationEssentials
import Glibc
import SystemSupport
import Testing

/// Files that are read and written whole.
@Suite struct FilesTests {
  @Test func aFileIsReplacedAsAWhole() throws {
    let scratch = try TemporaryDirectory(prefix: "files.")
    let path = scratch.path + "/file"
    try Files.replace(path, with: "old")
    // Another name for the file as it is now, like the descriptor of a reader.
    #expect(link(path, scratch.path + "/reader") == 0)
    try Files.replace(path, with: "new and longer")
    #expect(try Files.read(scratch.path + "/reader") == "old")
    #expect(try Files.read(path) == "new and longer")
    #expect(try Files.names(in: scratch.path).sorted() == ["file", "reader"])
  }

  @Test func whatOthersCreateMeanwhileHasTheirPermissions() async throws {
    let scratch = try TemporaryDirectory(prefix: "files.")
    let directory = scratch.path
    let first = open(directory + "/first", O_CREAT | O_WRONLY | O_CLOEXEC, 0o666)
    var status = stat()
    #expect(fstat(first, &status) == 0)
    close(first)
    let expected = status.st_mode
    defer { withExtendedLifetime(scratch) {} }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for part in 0..<2 {
        group.addTask {
          for number in 0..<2_000 {
            try Files.replace("\(directory)/replaced \(part) \(number % 10)", with: "text")
            unlink("\(directory)/replaced \(part) \(number % 10)")
          }
        }
        group.addTask {
          for number in 0..<4_000 {
            let path = "\(directory)/created \(part) \(number)"
            let descriptor = open(path, O_CREAT | O_WRONLY | O_CLOEXEC, 0o666)
            var status = stat()
            #expect(fstat(descriptor, &status) == 0)
            close(descriptor)
            unlink(path)
            guard status.st_mode == expected else {
              Issue.record("file \(number) has the mode \(String(status.st_mode, radix: 8))")
              return
            }
          }
        }
      }
      try await group.waitForAll()
    }
  }

  @Test func aNewFileIsAsTheUmaskSays() throws {
    let scratch = try TemporaryDirectory(prefix: "files.")
    let path = scratch.path + "/file"
    try Files.replace(path, with: "text")
    let descriptor = open(scratch.path + "/other", O_CREAT | O_WRONLY | O_CLOEXEC, 0o666)
    defer { close(descriptor) }
    var (status, other) = (stat(), stat())
    #expect(stat(path, &status) == 0 && fstat(descriptor, &other) == 0)
    #expect(status.st_mode == other.st_mode)
  }

  @Test func aLinkGoesOnBeingOne() throws {
    let scratch = try TemporaryDirectory(prefix: "files.")
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
    let scratch = try TemporaryDirectory(prefix: "files.")
    try FileManager.default.createDirectory(
      atPath: scratch.path + "/file", withIntermediateDirectories: true)
    let error = #expect(throws: FileError.self) {
      try Files.replace(scratch.path + "/file", with: "text")
    }
    #expect(error?.description.contains("“\(scratch.path)/file”") == true)
    #expect(try Files.names(in: scratch.path) == ["file"])
  }

  @Test func aFileOfAnySizeIsReadToItsEnd() throws {
    let scratch = try TemporaryDirectory(prefix: "files.")
    for size in [0, 1, 4095, 4096, 4097, 200_000] {
      let text = String(repeating: "x", count: size)
      try Files.replace(scratch.path + "/file", with: text)
      #expect(try Files.read(scratch.path + "/file") == text)
    }
    #expect(Files.contents(of: scratch.path + "/none") == nil)
    #expect(Files.contents(of: "/proc/self/comm")?.hasSuffix("\n") == true)
  }

  @Test func aNewFileIsTheUsersAndNoOtherIsReplaced() throws {
    let scratch = try TemporaryDirectory(prefix: "files.")
    let path = scratch.path + "/file"
    #expect(Files.create(path, text: "first"))
    #expect(!Files.create(path, text: "second"))
    #expect(try Files.read(path) == "first")
    var status = stat()
    #expect(stat(path, &status) == 0)
    #expect(status.st_mode & 0o777 == 0o600)
  }

  @Test func aTreeIsRemovedWithoutFollowingLinks() throws {
    let scratch = try TemporaryDirectory(prefix: "files.")
    try Files.makeDirectory(for: scratch.path + "/tree/below/file")
    try Files.replace(scratch.path + "/tree/below/file", with: "four")
    try Files.replace(scratch.path + "/other", with: "kept")
    #expect(symlink(scratch.path, scratch.path + "/tree/link") == 0)
    #expect(Files.size(of: scratch.path + "/tree") >= 4)
    Files.remove(scratch.path + "/tree")
    #expect(scratch.names == ["other"])
  }

  @Test func aTemporaryDirectoryIsRemovedWithItsContents() throws {
    var path = ""
    do {
      let scratch = try TemporaryDirectory(prefix: "files.")
      path = scratch.path
      try Files.makeDirectory(for: path + "/below/file")
      try Files.replace(path + "/below/file", with: "text")
    }
    #expect(!path.isEmpty && !Files.exists(path))
  }
}
