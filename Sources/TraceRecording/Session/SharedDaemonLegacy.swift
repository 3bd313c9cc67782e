import Glibc

/// A note in the system run directory that the daemon there was started for a recording, and is to
/// be taken down by the last recording that uses it.
struct SharedDaemonLegacy {
  var directory: String

  private var note: String { directory + "/signpost" }

  func leave() {
    _ = writeNewFile(note, text: "")
  }

  func remove() {
    unlink(note)
  }

  /// The daemon that was left; nil if the one that serves is none of ours.
  var daemon: pid_t? {
    guard access(note, F_OK) == 0 else { return nil }
    return contents(ofFile: directory + "/lttng-sessiond.pid")
      .flatMap { $0.split(separator: "\n").first }.flatMap { pid_t($0) }
  }
}
