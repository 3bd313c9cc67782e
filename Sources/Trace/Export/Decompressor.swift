import CZlib

/// Decompresses the output of a ``Compressor``.
enum Decompressor {
  /// - Parameter input: Raw DEFLATE.
  /// - Returns: `nil` if the input is invalid.
  static func inflated(_ input: [UInt8]) -> [UInt8]? {
    var stream = z_stream()
    guard
      inflateInit2_(&stream, -15, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK
    else { return nil }
    defer { inflateEnd(&stream) }
    var input = input
    var output: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 18)
    return input.withUnsafeMutableBufferPointer { input in
      stream.next_in = input.baseAddress
      stream.avail_in = UInt32(input.count)
      while true {
        let status = buffer.withUnsafeMutableBufferPointer { buffer in
          stream.next_out = buffer.baseAddress
          stream.avail_out = UInt32(buffer.count)
          return inflate(&stream, Z_NO_FLUSH)
        }
        output += buffer[..<(buffer.count - Int(stream.avail_out))]
        if status == Z_STREAM_END { return output }
        guard status == Z_OK else { return nil }
      }
    }
  }

  /// - Parameters:
  ///   - input: Raw DEFLATE.
  ///   - count: The size of the decompressed data.
  /// - Returns: `nil` if the input is invalid.
  static func inflated(_ input: [UInt8], count: UInt64) -> [UInt8]? {
    // The format reduces data at most about a thousandfold.
    guard count / 1032 <= UInt64(input.count), count <= UInt64(UInt32.max) else { return nil }
    var stream = z_stream()
    guard
      inflateInit2_(&stream, -15, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK
    else { return nil }
    defer { inflateEnd(&stream) }
    var input = input
    var isComplete = false
    let output = [UInt8](unsafeUninitializedCapacity: max(Int(count), 1)) { output, filled in
      input.withUnsafeMutableBufferPointer { input in
        stream.next_in = input.baseAddress
        stream.avail_in = UInt32(input.count)
        stream.next_out = output.baseAddress
        stream.avail_out = UInt32(count)
        isComplete = inflate(&stream, Z_FINISH) == Z_STREAM_END && stream.avail_out == 0
        filled = Int(count) - Int(stream.avail_out)
      }
    }
    return isComplete ? output : nil
  }
}
