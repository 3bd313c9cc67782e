import Glibc
import SystemSupport

/// A lock on a directory, by which one of several recorders takes it, as long as it records.
final class DirectoryClaim {
  private let descriptor: Int32

  /// - Returns: `nil` if another recorder has it. A file system without locks lets all have it.
  init?(_ path: String) {
    descriptor = Files.aboveStandardStreams(open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC))
    if descriptor >= 0, flock(descriptor, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK {
      close(descriptor)
      return nil
    }
  }

  deinit {
    guard descriptor >= 0 else { return }
    // A child process can have a copy of the descriptor.
    flock(descriptor, LOCK_UN)
    close(descriptor)
  }
}
