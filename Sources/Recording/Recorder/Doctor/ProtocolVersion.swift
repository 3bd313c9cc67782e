import Glibc

/// The major version of the protocol by which programs register with a session daemon.
///
/// LTTng's library and daemon each contain the name of their socket, such as `lttng-ust-sock-8`: if
/// the numbers differ, nothing is recorded, and no error is reported.
enum ProtocolVersion {
  /// Finds the number in the bytes of a library or program; nil if there is none.
  static func find(in bytes: UnsafeRawBufferPointer) -> Int? {
    let prefix = Array(ProgramSocket.prefix.utf8)
    var index = 0
    while index + prefix.count <= bytes.count,
      let found = memchr(bytes.baseAddress! + index, Int32(prefix[0]), bytes.count - index)
    {
      index = UnsafeRawPointer(found) - bytes.baseAddress!
      let rest = UnsafeRawBufferPointer(rebasing: bytes[index...])
      if rest.count >= prefix.count, memcmp(rest.baseAddress!, prefix, prefix.count) == 0 {
        let digits = rest.dropFirst(prefix.count).prefix { (0x30...0x39).contains($0) }
        if let number = Int(String(decoding: digits, as: UTF8.self)) { return number }
      }
      index += 1
    }
    return nil
  }

  /// Finds the number in the first file that contains one.
  static func find(inFiles paths: [String]) -> Int? {
    for path in paths {
      let descriptor = open(path, O_RDONLY | O_CLOEXEC)
      guard descriptor >= 0 else { continue }
      defer { close(descriptor) }
      var status = stat()
      guard fstat(descriptor, &status) == 0, status.st_size > 0 else { continue }
      let count = Int(status.st_size)
      guard let start = mmap(nil, count, PROT_READ, MAP_PRIVATE, descriptor, 0),
        start != MAP_FAILED
      else { continue }
      defer { munmap(start, count) }
      if let version = find(in: UnsafeRawBufferPointer(start: start, count: count)) {
        return version
      }
    }
    return nil
  }
}
