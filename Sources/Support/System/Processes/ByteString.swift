import Glibc

/// A C string from the operating system, unchanged.
///
/// Arguments, paths and environment variables need not be UTF-8, and a recorded program must
/// receive exactly the typed bytes.
package struct ByteString: Equatable, Sendable {
  /// With the terminating zero.
  package let bytes: [CChar]

  package init(_ string: String) {
    bytes = Array(string.utf8CString)
  }

  package init(_ pointer: UnsafePointer<CChar>) {
    bytes = Array(UnsafeBufferPointer(start: pointer, count: strlen(pointer) + 1))
  }

  package init(concatenating parts: ByteString...) {
    bytes = parts.flatMap { $0.bytes.dropLast() } + [0]
  }

  package func hasPrefix(_ prefix: String) -> Bool {
    bytes.starts(with: prefix.utf8.lazy.map { CChar(bitPattern: $0) })
  }

  /// For messages only: invalid UTF-8 is replaced.
  package var description: String {
    String(decoding: bytes.dropLast().lazy.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}

/// Calls `body` with a NULL-terminated array of C strings, the form that `exec` requires.
package func withCStrings<Result>(
  _ strings: [ByteString],
  _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) throws -> Result
) rethrows -> Result {
  var pointers: [UnsafeMutablePointer<CChar>?] = strings.map { strdup($0.bytes) }
  pointers.append(nil)
  defer { pointers.forEach { free($0) } }
  return try body(pointers)
}
