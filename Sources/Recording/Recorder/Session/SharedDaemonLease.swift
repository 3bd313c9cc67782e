import Glibc
import SystemSupport

/// A recording's lease of a session daemon that several recordings share.
///
/// All of them hold a shared lock, from before they look for the daemon until they are done. The
/// watchdog of a recording takes the daemon down only if it gets the lock exclusively, and keeps it
/// until the daemon has ended: a recorder that starts meanwhile waits, and then starts a daemon of
/// its own. The kernel releases the lock of a recorder that is killed.
final class SharedDaemonLease {
  private var descriptor: Int32 = -1

  static func path(in directory: String) -> String { directory + "/signpost.lock" }

  /// Takes the lock if no daemon is being taken down; also true if locks are not supported.
  func take(in directory: String) -> Bool {
    guard descriptor < 0 else { return true }
    descriptor = Files.aboveStandardStreams(
      open(Self.path(in: directory), O_RDWR | O_CREAT | O_NOFOLLOW, 0o600))
    guard descriptor >= 0 else { return true }
    if flock(descriptor, LOCK_SH | LOCK_NB) == 0 {
      // A watchdog removes the file in the end.
      if leads(Self.path(in: directory), to: descriptor) { return true }
    } else if errno != EWOULDBLOCK {
      return true
    }
    end()
    return false
  }

  func end() {
    if descriptor >= 0 { close(descriptor) }
    descriptor = -1
  }
}
