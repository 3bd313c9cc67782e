import ByteBuffers
import Foundation

/// A number that changes when a recording does, or the program that reads it.
enum RecordingFingerprint {
  /// Hashes the names, sizes and times of all files below a directory, not their contents.
  static func of(_ directory: String) -> String {
    var hash = FNV1a()
    hash.add(status(of: "/proc/self/exe", following: true))
    let files = FileManager.default.enumerator(atPath: directory)
    for file in (files?.compactMap { $0 as? String } ?? []).sorted() {
      guard let status = status(of: "\(directory)/\(file)", following: false) else { continue }
      hash.add(file)
      hash.add(status)
    }
    return String(hexadecimal: hash.value)
  }

  /// Inode, size and time of the last change of a file; `nil` if it is not a file.
  private static func status(of path: String, following: Bool) -> [Int]? {
    var status = stat()
    guard (following ? stat(path, &status) : lstat(path, &status)) == 0,
      status.st_mode & S_IFMT == S_IFREG
    else { return nil }
    return [
      Int(truncatingIfNeeded: status.st_ino), Int(status.st_size), status.st_mtim.tv_sec,
      status.st_mtim.tv_nsec,
    ]
  }
}

/// The hash function of Fowler, Noll and Vo, 64 bits (RFC 9923).
struct FNV1a {
  private(set) var value: UInt64 = 0xcbf2_9ce4_8422_2325

  mutating func add(_ text: String) {
    for byte in text.utf8 { add(byte) }
    add(0)
  }

  mutating func add(_ numbers: [Int]?) {
    for number in numbers ?? [] {
      withUnsafeBytes(of: UInt64(truncatingIfNeeded: number).littleEndian) {
        for byte in $0 { add(byte) }
      }
    }
  }

  private mutating func add(_ byte: UInt8) {
    value = (value ^ UInt64(byte)) &* 0x100_0000_01b3
  }
}
