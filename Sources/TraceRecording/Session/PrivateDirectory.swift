import Glibc

/// A directory for one recording, readable only by the user: sockets, logs, configuration.
struct PrivateDirectory {
  let path: String
  /// Where a program that runs as another user finds the daemon; nil if none does.
  var userSockets: UserSockets?

  /// What is to be removed at the end.
  var paths: [String] { [path] + (userSockets.map { [$0.path] } ?? []) }

  /// The directory in which LTTng keeps its sockets, for daemon, client and programs alike.
  var sockets: String { path + "/.lttng" }
  /// Exists once the daemon has its own view of the system run directory.
  var isolationMarker: String { path + "/isolated" }
  var daemonLog: String { path + "/daemon.log" }
  var clientLog: String { path + "/client.log" }
  var perfLog: String { path + "/perf.log" }
  var configuration: String { path + "/session.xml" }

  static let prefix = "signpost-"

  /// Removes it, as long as no watchdog does.
  func remove() {
    paths.forEach(removeTree)
  }

  /// Where such directories are looked for, and made in the first that can be written to.
  static func parents(environment: ProcessEnvironment) -> [String] {
    var parents: [String] = []
    for case let parent? in [environment["XDG_RUNTIME_DIR"], environment["TMPDIR"], "/tmp"]
    where parent.hasPrefix("/") && !parents.contains(parent) {
      parents.append(parent)
    }
    return parents
  }

  /// - Parameter user: The user that the recorded program runs as, if that is another one: the
  ///   directory is where that user can reach ``userSockets`` beside it.
  static func make(
    environment: ProcessEnvironment, user: ProgramUser? = nil
  ) throws(RecordingFailure) -> PrivateDirectory {
    var failures: [String] = []
    for parent in parents(environment: environment) {
      if let user, !user.reaches(parent) {
        failures.append("\(parent): \(user.name) cannot reach it")
        continue
      }
      // A socket's path may have 107 bytes, and LTTng appends "/.lttng/ustconsumerd64/command".
      guard parent.utf8.count <= 55 else { continue }
      var template = ByteString("\(parent)/\(prefix)XXXXXX").bytes
      guard mkdtemp(&template) != nil else {
        failures.append("\(parent): \(errorText(errno))")
        continue
      }
      var directory = PrivateDirectory(path: ByteString(template).description)
      guard mkdir(directory.sockets, 0o700) == 0 else {
        failures.append("\(directory.sockets): \(errorText(errno))")
        rmdir(directory.path)
        continue
      }
      if let user {
        do throws(RecordingFailure) {
          directory.userSockets = try UserSockets.make(in: parent, for: user)
        } catch {
          directory.remove()
          throw error
        }
      }
      return directory
    }
    throw RecordingFailure(
      .outputUnusable,
      "can't create a directory for the session daemon (\(failures.joined(separator: "; "))). "
        + "Set TMPDIR to a directory you can write to.")
  }
}
