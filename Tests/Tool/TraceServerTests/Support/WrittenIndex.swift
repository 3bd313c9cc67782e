import Foundation

@testable import TraceExport

/// An index with a given head and given chunks.
enum WrittenIndex {
  static func write(head: String, chunks: [String], to path: String) throws {
    let head = Array(head.utf8)
    let deflated = Self.stored(head)
    var ends: [UInt64] = []
    var bytes: [UInt8] = []
    for chunk in chunks {
      bytes += chunk.utf8
      ends.append(UInt64(bytes.count))
    }
    let trailer = PageTrailer(
      chunksSize: UInt64(bytes.count), headSize: UInt64(deflated.count),
      inflatedHeadSize: UInt64(head.count), chunkCount: UInt64(chunks.count),
      version: PageHead.version)
    bytes += deflated + PageTrailer.bytes(ends) + trailer.bytes
    try Data(bytes).write(to: URL(fileURLWithPath: path))
  }

  static func open(head: String = "{}", chunks: [String] = ["chunk"]) throws -> PageIndex {
    let path = "\(NSTemporaryDirectory())/\(UUID().uuidString).index"
    try write(head: head, chunks: chunks, to: path)
    // The index keeps its file open.
    defer { unlink(path) }
    return try PageIndex(path: path)
  }

  /// One stored block, RFC 1951.
  private static func stored(_ bytes: [UInt8]) -> [UInt8] {
    let count = UInt16(bytes.count)
    return [1] + [count, ~count].flatMap { withUnsafeBytes(of: $0.littleEndian, Array.init) }
      + bytes
  }
}
