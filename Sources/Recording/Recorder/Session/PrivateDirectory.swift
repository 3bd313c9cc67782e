import Glibc
import SystemSupport

/// A directory for one recording, readable only by the user: sockets, logs, configuration.
struct PrivateDirectory {
  let path: String
  /// The sockets for a program that runs as another user; nil without one.
  var userSockets: UserSockets?
  /// Locks on the directories: `systemd-tmpfiles` spares these when it removes old files in /tmp.
  private var claims: [DirectoryClaim] = []

  /// The directories to remove at the end.
  var paths: [String] { [path] + (userSockets.map { [$0.path] } ?? []) }

  /// The directory of LTTng's sockets, for daemon, client and programs alike.
  var sockets: String { path + "/.lttng" }
  /// Exists once the daemon has its own view of the system run directory.
  var isolationMarker: String { path + "/isolated" }
  var daemonLog: String { path + "/daemon.log" }
  var clientLog: String { path + "/client.log" }
  var perfLog: String { path + "/perf.log" }
  var configuration: String { path + "/session.xml" }
  /// The patterns of events for the program, where its user can read them.
  var selection: String { (userSockets?.path ?? path) + "/selection" }

  static let prefix = "signpost-"

  init(path: String) {
    self.path = path
  }

  /// Removes it, unless a watchdog does.
  func remove() {
    paths.forEach(Files.remove)
  }

  /// Writes the file of a session, and returns its path.
  func write(_ session: SessionConfiguration) throws(RecordingFailure) -> String {
    guard Files.create(configuration, text: session.xml) else {
      throw RecordingFailure(
        .outputUnusable,
        "can't write to \(path): \(errorText(errno)). Set TMPDIR to a directory with more room.")
    }
    return configuration
  }

  /// The possible parents of such directories: new ones are created in the first that has room.
  ///
  /// systemd removes the last one at the logout, which a recorder may outlive.
  static func parents(environment: ProcessEnvironment) -> [String] {
    var parents: [String] = []
    for case let parent? in [environment["TMPDIR"], "/tmp", environment["XDG_RUNTIME_DIR"]]
    where parent.hasPrefix("/") && !parent.hasLineBreak && !parents.contains(parent) {
      parents.append(parent)
    }
    return parents
  }

  /// - Parameter user: The user that the recorded program runs as, if it is another one: the
  ///   directory is created where that user can reach ``userSockets`` beside it.
  static func make(
    environment: ProcessEnvironment, user: ProgramUser? = nil
  ) throws(RecordingFailure) -> PrivateDirectory {
    try make(in: parents(environment: environment), user: user)
  }

  /// The longest path of a parent: a socket's path may have 107 bytes, and LTTng appends
  /// "/.lttng/ustconsumerd64/command".
  private static let longestParent = 55

  /// The error of a disk without room for logs, sockets and configuration, which LTTng's daemon
  /// does not report; 0 if there is room.
  private var shortage: Int32 {
    let file = path + "/room"
    let descriptor = Files.aboveStandardStreams(open(file, O_WRONLY | O_CREAT | O_EXCL, 0o600))
    guard descriptor >= 0 else { return errno }
    defer {
      close(descriptor)
      unlink(file)
    }
    let result = posix_fallocate(descriptor, 0, 64 << 10)
    return [ENOSPC, EDQUOT].contains(result) ? result : 0
  }

  /// Creates a directory in the first of these parents that has room for it.
  static func make(
    in parents: [String], user: ProgramUser? = nil
  ) throws(RecordingFailure) -> PrivateDirectory {
    var failures: [String] = []
    for parent in parents {
      if let user, !user.reaches(parent) {
        failures.append("\(parent): \(user.name) cannot reach it")
        continue
      }
      guard parent.utf8.count <= longestParent else {
        failures.append("\(parent): its path has more than \(longestParent) bytes")
        continue
      }
      var directory: PrivateDirectory
      do throws(FileError) {
        directory = PrivateDirectory(
          path: try Files.makeUniqueDirectory(in: parent, prefix: prefix))
      } catch {
        failures.append("\(parent): \(errorText(error.number))")
        continue
      }
      guard mkdir(directory.sockets, 0o700) == 0 else {
        failures.append("\(directory.sockets): \(errorText(errno))")
        rmdir(directory.path)
        continue
      }
      let shortage = directory.shortage
      guard shortage == 0 else {
        failures.append("\(parent): \(errorText(shortage))")
        directory.remove()
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
      directory.claims = directory.paths.compactMap(DirectoryClaim.init)
      return directory
    }
    throw RecordingFailure(
      .outputUnusable,
      "can't create a directory for the session daemon (\(failures.joined(separator: "; "))). "
        + "Set TMPDIR to a directory you can write to, with room and a short path.")
  }
}
