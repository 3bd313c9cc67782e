import Foundation
import Testing

@testable import TraceAnalysis
@testable import TraceExport

/// An index has the same data as a page; a damaged or foreign one is refused.
@Suite struct PageIndexTests {
  private func withIndex(_ body: (URL) throws -> Void) throws {
    try withTemporaryDirectory { directory in
      let recording = directory.appendingPathComponent("recording")
      try TraceOfEverything.writer.write(to: recording)
      let path = directory.appendingPathComponent("recording.index")
      let summary = try PageIndex.build(directory: recording.path, to: path.path)
      #expect(summary.processes.count == 2)
      try body(path)
    }
  }

  @Test func itHasTheDataOfAPage() throws {
    let exported = try ExportedPage(TraceOfEverything.writer)
    try withIndex { path in
      let index = try PageIndex(path: path.path)
      #expect(index.chunkCount == exported.page.head.chunks.count)
      let page = try DecodedPage(head: Data(index.head)) { Data(try index.chunk($0)) }
      #expect(page.chunks == exported.page.chunks)
      #expect(page.head.names == exported.page.head.names)
    }
  }

  @Test func itIsNotReplacedUnasked() throws {
    try withIndex { path in
      let recording = path.deletingPathExtension().path
      #expect(throws: ExportFailure.fileExists(path.path)) {
        try PageIndex.build(directory: recording, to: path.path)
      }
      try PageIndex.build(directory: recording, isReplacing: true, to: path.path)
    }
  }

  @Test func aFileThatIsCutOffIsRefused() throws {
    try withIndex { path in
      let data = try Data(contentsOf: path)
      for count in [0, 10, 47, 48, data.count / 2, data.count - 1] {
        try data.prefix(count).write(to: path)
        #expect(throws: PageIndexError.incomplete(path.path), "\(count) bytes") {
          try PageIndex(path: path.path)
        }
      }
    }
  }

  @Test func aFileOfWrongNumbersIsRefused() throws {
    try withIndex { path in
      let data = try Data(contentsOf: path)
      // Each number of the trailer but the version and the mark.
      for number in 0..<4 {
        for value in [0, 1, UInt64.max, 1 << 61] {
          var wrong = data
          let place = data.count - 48 + number * 8
          let bytes = withUnsafeBytes(of: value.littleEndian) { Data($0) }
          if data[place..<place + 8] == bytes { continue }
          wrong.replaceSubrange(place..<place + 8, with: bytes)
          try wrong.write(to: path)
          #expect(throws: PageIndexError.incomplete(path.path), "number \(number): \(value)") {
            try PageIndex(path: path.path)
          }
        }
      }
    }
  }

  @Test func anotherVersionIsRefused() throws {
    try withIndex { path in
      var data = try Data(contentsOf: path)
      data[data.count - 16] = 99
      try data.write(to: path)
      #expect(throws: PageIndexError.otherVersion(path.path, 99)) { try PageIndex(path: path.path) }
    }
  }

  @Test func whatIsNoFileIsRefused() throws {
    try withTemporaryDirectory { directory in
      #expect(throws: PageIndexError.unreadable(directory.path, reason: "it is no file")) {
        try PageIndex(path: directory.path)
      }
      let missing = directory.appendingPathComponent("missing").path
      #expect(throws: PageIndexError.unreadable(missing, reason: "No such file or directory")) {
        try PageIndex(path: missing)
      }
    }
  }
}
