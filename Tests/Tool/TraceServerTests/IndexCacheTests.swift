import Foundation
import TestSupport
import Testing
import TraceAnalysis
import TraceExport

@testable import TraceServer

/// The prepared data of recordings in the user's cache.
@Suite struct IndexCacheTests {
  private let scratch = try! ScratchDirectory()
  private var cache: IndexCache { IndexCache(directory: scratch.path("cache/signpost")) }

  /// Puts an index where the cache looks for it, for the present state of a recording.
  private func writeIndex(of recording: String, head: String) throws -> String {
    // Creates the directory, and fails as there is no trace.
    _ = try? cache.index(of: recording)
    let folder = try #require(scratch.entries("cache/signpost").first)
    let path = "cache/signpost/\(folder)/\(RecordingFingerprint.of(recording)).index"
    try WrittenIndex.write(head: head, chunks: [], to: scratch.path(path))
    return scratch.path("cache/signpost/\(folder)")
  }

  private func text(_ index: PageIndex) -> String { String(decoding: index.head, as: UTF8.self) }

  @Test(arguments: [
    (["XDG_CACHE_HOME": "/x", "HOME": "/h"], "/x/signpost"),
    (["XDG_CACHE_HOME": "relative", "HOME": "/h"], "/h/.cache/signpost"),
    (["XDG_CACHE_HOME": "", "HOME": "/h"], "/h/.cache/signpost"),
    (["HOME": "/h"], "/h/.cache/signpost"),
  ])
  func init_environment_namesTheDirectory(environment: [String: String], directory: String) {
    #expect(IndexCache(environment: environment).directory == directory)
  }

  @Test func index_unchangedRecording_isUsedAgain() throws {
    let recording = scratch.path("recording")
    try scratch.file("recording/stream", "events")
    let folder = try writeIndex(of: recording, head: "{\"kept\":1}")
    #expect(text(try cache.index(of: recording)) == "{\"kept\":1}")
    // By whatever name.
    try FileManager.default.createSymbolicLink(
      atPath: scratch.path("link"), withDestinationPath: recording)
    #expect(text(try cache.index(of: scratch.path("link"))) == "{\"kept\":1}")
    #expect(text(try cache.index(of: recording + "/../recording/")) == "{\"kept\":1}")
    let permissions = try FileManager.default.attributesOfItem(atPath: folder)[.posixPermissions]
    #expect(permissions as? Int == 0o700)
    #expect(scratch.entries("recording") == ["stream"])
  }

  @Test(arguments: ["content", "size", "new file", "removed file", "name"])
  func index_changedRecording_isNotUsed(change: String) throws {
    let recording = scratch.path("recording")
    try scratch.file("recording/stream", "events")
    try scratch.file("recording/below/other", "events")
    _ = try writeIndex(of: recording, head: "{}")
    switch change {
    case "content":
      try scratch.file("recording/stream", "EVENTS")
      // The clock of a file system may not have moved since.
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSince1970: 1)], ofItemAtPath: recording + "/stream")
    case "size": try scratch.file("recording/below/other", "events and more")
    case "new file": try scratch.file("recording/below/new", "")
    case "removed file": unlink(scratch.path("recording/below/other"))
    default: rename(scratch.path("recording/stream"), scratch.path("recording/renamed"))
    }
    #expect(throws: TraceReaderError.noTrace(recording)) { try cache.index(of: recording) }
  }

  @Test func index_damagedIndex_isNotUsed() throws {
    let recording = scratch.path("recording")
    try scratch.file("recording/stream", "events")
    let folder = try writeIndex(of: recording, head: "{}")
    let name = try #require(
      try FileManager.default.contentsOfDirectory(atPath: folder).first { $0.hasSuffix(".index") })
    #expect(truncate("\(folder)/\(name)", 20) == 0)
    #expect(throws: TraceReaderError.noTrace(recording)) { try cache.index(of: recording) }
  }

  @Test func index_recordingsThatAreGone_loseTheirs() throws {
    try scratch.file("first/stream", "events")
    let folder = try writeIndex(of: scratch.path("first"), head: "{}")
    try scratch.file("cache/signpost/foreign/note", "kept: it is not of the cache")
    try scratch.file("second/stream", "events")
    _ = try? cache.index(of: scratch.path("second"))
    #expect(FileManager.default.fileExists(atPath: folder))
    rename(scratch.path("first"), scratch.path("moved"))
    _ = try? cache.index(of: scratch.path("second"))
    #expect(!FileManager.default.fileExists(atPath: folder))
    #expect(scratch.exists("cache/signpost/foreign/note"))
    #expect(scratch.entries("cache/signpost").count == 2)
  }

  @Test func index_noRecording_leavesNothing() throws {
    let missing = scratch.path("missing")
    #expect(throws: TraceReaderError.noDirectory(missing)) { try cache.index(of: missing) }
    #expect(!scratch.exists("cache"))
  }

  @Test func index_cacheThatIsAFile_isExplained() throws {
    try scratch.file("recording/stream", "events")
    let file = try scratch.file("file", "")
    let error = #expect(throws: IndexCacheFailure.self) {
      try IndexCache(directory: file + "/signpost").index(of: scratch.path("recording"))
    }
    #expect(error?.description.contains("Set XDG_CACHE_HOME to a folder") == true)
  }

  /// The values that the authors of the function publish.
  @Test(
    arguments: [([], 0xcbf2_9ce4_8422_2325), (["a"], 0x089b_e207_b544_f1e4)] as [([String], UInt64)]
  )
  func fnv1a_textAndItsEnd_areHashed(texts: [String], expected: UInt64) {
    var hash = FNV1a()
    for text in texts { hash.add(text) }
    #expect(hash.value == expected)
  }

  @Test func fnv1a_boundariesOfTexts_matter() {
    func hash(_ texts: String...) -> UInt64 {
      var hash = FNV1a()
      for text in texts { hash.add(text) }
      return hash.value
    }
    #expect(hash("ab", "c") != hash("a", "bc"))
    #expect(hash("ab") != hash("ab", ""))
  }
}
