import Glibc
import SystemSupport

/// Reserves room on a disk for the ends of recordings in their manifests, which are most needed
/// when it is full.
enum RoomForNotes {
  /// The room for a manifest.
  static let bytes = 64 << 10

  /// The file that reserves the room.
  static func file(in directory: String) -> String { directory + "/.room" }

  /// Reserves room for manifests in a directory.
  static func reserve(in directory: String, bytes: Int = bytes) {
    let descriptor = Files.aboveStandardStreams(
      open(file(in: directory), O_WRONLY | O_CREAT | O_EXCL, 0o600))
    guard descriptor >= 0 else { return }
    posix_fallocate(descriptor, 0, off_t(bytes))
    close(descriptor)
  }

  /// Frees the room.
  ///
  /// - Parameter directory: Where the directory is now: it may have been renamed.
  static func release(in directory: String) {
    unlink(file(in: directory))
  }
}
