import Glibc

/// A directory for one recording, readable only by the user: sockets, logs, configuration.
struct PrivateDirectory {
  let path: String

  /// The directory in which LTTng keeps its sockets, for daemon, client and programs alike.
  var sockets: String { path + "/.lttng" }
  /// Exists once the daemon has its own view of the system run directory.
  var isolationMarker: String { path + "/isolated" }
  var daemonLog: String { path + "/daemon.log" }
  var clientLog: String { path + "/client.log" }
  var configuration: String { path + "/session.xml" }

  static let prefix = "signpost-"

  /// Where such directories are looked for, and made in the first that can be written to.
  static func parents(environment: ProcessEnvironment) -> [String] {
    var parents: [String] = []
    for case let parent? in [environment["XDG_RUNTIME_DIR"], environment["TMPDIR"], "/tmp"]
    where parent.hasPrefix("/") && !parents.contains(parent) {
      parents.append(parent)
    }
    return parents
  }

  static func make(environment: ProcessEnvironment) throws(RecordingFailure) -> PrivateDirectory {
    var failures: [String] = []
    for parent in parents(environment: environment) {
      // A socket's path may have 107 bytes, and LTTng appends "/.lttng/ustconsumerd64/command".
      guard parent.utf8.count <= 55 else { continue }
      var template = ByteString("\(parent)/\(prefix)XXXXXX").bytes
      guard mkdtemp(&template) != nil else {
        failures.append("\(parent): \(errorText(errno))")
        continue
      }
      let directory = PrivateDirectory(path: ByteString(template).description)
      guard mkdir(directory.sockets, 0o700) == 0 else {
        failures.append("\(directory.sockets): \(errorText(errno))")
        rmdir(directory.path)
        continue
      }
      return directory
    }
    throw RecordingFailure(
      .outputUnusable,
      "can't create a directory for the session daemon (\(failures.joined(separator: "; "))). "
        + "Set TMPDIR to a directory you can write to.")
  }
}
