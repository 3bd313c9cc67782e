/// The end of an index file, with the positions of its parts.
struct PageTrailer: Equatable {
  /// The size of all chunks in bytes, which come first.
  var chunksSize: UInt64
  /// The size of the head in bytes, which comes next.
  var headSize: UInt64
  /// The size of the decompressed head in bytes.
  var inflatedHeadSize: UInt64
  /// The number of chunks. Their ends come after the head, 8 bytes each.
  var chunkCount: UInt64
  var version: UInt64

  /// Also identifies the byte order of integers.
  private static let magic: UInt64 = 0x0a78_6570_7473_6770

  static let size = 6 * MemoryLayout<UInt64>.size

  init(
    chunksSize: UInt64, headSize: UInt64, inflatedHeadSize: UInt64, chunkCount: UInt64,
    version: UInt64
  ) {
    self.chunksSize = chunksSize
    self.headSize = headSize
    self.inflatedHeadSize = inflatedHeadSize
    self.chunkCount = chunkCount
    self.version = version
  }

  /// - Returns: `nil` if these are not the last bytes of an index.
  init?(_ bytes: [UInt8]) {
    let values = Self.integers(bytes)
    guard values.count == 6, values[5] == Self.magic else { return nil }
    self.init(
      chunksSize: values[0], headSize: values[1], inflatedHeadSize: values[2],
      chunkCount: values[3], version: values[4])
  }

  var bytes: [UInt8] {
    Self.bytes([chunksSize, headSize, inflatedHeadSize, chunkCount, version, Self.magic])
  }

  static func bytes(_ integers: [UInt64]) -> [UInt8] {
    integers.flatMap { withUnsafeBytes(of: $0.littleEndian, Array.init) }
  }

  static func integers(_ bytes: [UInt8]) -> [UInt64] {
    bytes.withUnsafeBytes { bytes in
      (0..<bytes.count / 8).map {
        UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: $0 * 8, as: UInt64.self))
      }
    }
  }
}
