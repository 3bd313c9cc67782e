#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

/// A file or directory, by whichever path it is reached.
struct FileIdentity: Hashable {
  private let device: UInt64
  private let number: UInt64

  /// - Returns: `nil` if there is nothing at the path.
  init?(_ path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    (device, number) = (UInt64(status.st_dev), UInt64(status.st_ino))
  }
}
