import Glibc
import SystemSupport

/// A file beside the sockets of a session daemon: it was started for recordings, and is to be taken
/// down after the last one that uses it.
struct SharedDaemonNote {
  /// The directory of the daemon's sockets.
  var directory: String

  private var path: String { directory + "/signpost" }

  /// The log of that daemon, for all recordings that use it.
  var log: String { directory + "/signpost.log" }

  var exists: Bool { access(path, F_OK) == 0 }

  func write() {
    _ = Files.create(path, text: "")
  }
}
