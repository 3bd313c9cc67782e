import Glibc
import SystemSupport

/// Reserves room on a disk for the ends of recordings in their manifests, which are most needed
/// when it is full.
struct RoomForNotes {
  let file: String

  /// A manifest takes a block.
  private static let size = 256 << 10

  init(directory: String) {
    file = directory + "/.room"
    let descriptor = Files.aboveStandardStreams(open(file, O_WRONLY | O_CREAT | O_EXCL, 0o600))
    guard descriptor >= 0 else { return }
    posix_fallocate(descriptor, 0, off_t(Self.size))
    close(descriptor)
  }

  func release() {
    unlink(file)
  }
}
