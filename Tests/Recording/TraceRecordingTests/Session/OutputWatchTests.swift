import Foundation
import Glibc
import TestSupport
import Testing

@testable import TraceRecording

@Suite struct OutputWatchTests {
  /// A watch of the directory "trace" with a manifest.
  private func watch(in scratch: ScratchDirectory) throws -> OutputWatch {
    mkdir(scratch.path("trace"), 0o700)
    try scratch.file("trace/signpost.json", "{}")
    var watch = try #require(OutputWatch(scratch.path("trace")))
    watch.noteManifest()
    return watch
  }

  @Test func look_directoryRemoved_isRemoved() throws {
    let scratch = try ScratchDirectory()
    let path = scratch.path("trace")
    var watch = try watch(in: scratch)
    try FileManager.default.removeItem(atPath: path)
    #expect(watch.look() == .removed)
    // LTTng makes it again for a process that starts.
    mkdir(path, 0o700)
    #expect(watch.look() == .removed)
  }

  @Test func look_directoryRenamed_hasTheNewPath() throws {
    let scratch = try ScratchDirectory()
    let path = scratch.path("trace")
    var watch = try watch(in: scratch)
    let other = scratch.path("other")
    #expect(rename(path, other) == 0)
    #expect(watch.look() == .renamed(to: other))
    mkdir(path, 0o700)
    #expect(watch.look() == .renamed(to: other))
    #expect(rename(other, path) == 0)
    #expect(watch.look() == nil)
  }

  @Test func look_filesRemoved_isEmptied() throws {
    let scratch = try ScratchDirectory()
    let path = scratch.path("trace")
    var watch = try watch(in: scratch)
    #expect(!watch.lacksManifest)
    unlink(path + "/signpost.json")
    #expect(watch.lacksManifest)
    // The directory may be removed as well.
    #expect(watch.look() == nil)
    #expect(watch.look() == .emptied)
  }

  @Test func look_manifestNotWrittenYet_isNoChange() throws {
    let scratch = try ScratchDirectory()
    mkdir(scratch.path("trace"), 0o700)
    var watch = try #require(OutputWatch(scratch.path("trace")))
    #expect(watch.look() == nil)
  }

  @Test func init_noDirectory_isNone() throws {
    #expect(OutputWatch("/nowhere/at/all") == nil)
  }
}
