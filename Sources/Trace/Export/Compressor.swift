import CZlib

/// Compresses pieces of data one after the other, reusing its memory.
final class Compressor {
  private let stream: UnsafeMutablePointer<z_stream>
  private var output: [UInt8] = []

  /// The container of the compressed data.
  enum Wrapping {
    /// Header and check sum of gzip.
    case gzip
    /// Nothing: raw DEFLATE, RFC 1951.
    case none

    /// In zlib's notation: 15 bits of window, 16 more for gzip, and negative for no container.
    fileprivate var windowBits: Int32 { self == .gzip ? 15 + 16 : -15 }
  }

  /// The kind of data.
  enum Content {
    /// Texts and other repetitive data.
    case texts
    /// Numbers close to each other, whose short repetitions are coincidental.
    case numbers

    fileprivate var strategy: Int32 { self == .texts ? Z_DEFAULT_STRATEGY : Z_FILTERED }
  }

  /// - Parameter level: The compression level, from 1 to 9.
  /// - Returns: `nil` if there is no memory.
  init?(_ wrapping: Wrapping, _ content: Content = .texts, level: Int32) {
    stream = .allocate(capacity: 1)
    stream.initialize(to: z_stream())
    let status = deflateInit2_(
      stream, level, Z_DEFLATED, wrapping.windowBits, 8, content.strategy, ZLIB_VERSION,
      Int32(MemoryLayout<z_stream>.size))
    guard status == Z_OK else { return nil }
  }

  deinit {
    deflateEnd(stream)
    stream.deallocate()
  }

  /// Calls a function with pieces of compressed data; `nil` if compression failed.
  ///
  /// - Parameter partEnds: The ends of parts with different statistics, which get blocks of their
  ///   own.
  func withCompressed<Result>(
    _ input: UnsafeRawBufferPointer, partEnds: [Int] = [],
    _ body: (UnsafeRawBufferPointer) -> Result
  ) -> Result? {
    guard deflateReset(stream) == Z_OK else { return nil }
    // A block of its own costs a few bytes.
    let bound = Int(deflateBound(stream, UInt(input.count))) + partEnds.count * 16
    if output.count < bound { output = [UInt8](repeating: 0, count: bound) }
    let count: Int? = output.withUnsafeMutableBufferPointer { output in
      stream.pointee.next_in = UnsafeMutablePointer(
        mutating: input.bindMemory(to: UInt8.self).baseAddress)
      stream.pointee.next_out = output.baseAddress
      stream.pointee.avail_out = UInt32(output.count)
      var start = 0
      for end in partEnds {
        stream.pointee.avail_in = UInt32(end - start)
        start = end
        guard deflate(stream, Z_BLOCK) == Z_OK else { return nil }
      }
      stream.pointee.avail_in = UInt32(input.count - start)
      guard deflate(stream, Z_FINISH) == Z_STREAM_END else { return nil }
      return output.count - Int(stream.pointee.avail_out)
    }
    guard let count else { return nil }
    return output.withUnsafeBytes { body(UnsafeRawBufferPointer(rebasing: $0.prefix(count))) }
  }
}
