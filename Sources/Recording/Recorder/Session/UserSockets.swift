import Glibc
import SystemSupport

/// A directory in which a program that runs as another user finds a private daemon of root.
///
/// Only that user has access, and it contains only links to the sockets at which programs register:
/// those for clients, and all other files of a recording, stay out of the user's reach.
struct UserSockets {
  /// The value of LTTNG_HOME for the program.
  let path: String
  let user: ProgramUser

  static let prefix = "signpost-user-"

  /// Creates the directory, closed until ``open(to:)``.
  static func make(
    in parent: String, for user: ProgramUser
  ) throws(RecordingFailure) -> UserSockets {
    do throws(FileError) {
      return UserSockets(
        path: try Files.makeUniqueDirectory(in: parent, prefix: prefix), user: user)
    } catch {
      throw RecordingFailure(.outputUnusable, "\(error).")
    }
  }

  /// Links the sockets of a daemon here, and opens the directory to the user.
  func open(_ sockets: [ProgramSocket]) throws(RecordingFailure) {
    let directory = path + "/.lttng"
    func check(_ succeeded: Bool, _ what: String) throws(RecordingFailure) {
      guard !succeeded else { return }
      throw RecordingFailure(
        .tracerUnavailable, "can't \(what) for \(user.name): \(errorText(errno)).")
    }
    try check(mkdir(directory, 0o700) == 0, "create \(directory)")
    for socket in sockets {
      let name = socket.path.split(separator: "/").last ?? ""
      try check(link(socket.path, "\(directory)/\(name)") == 0, "link \(socket.path)")
    }
    // From here on it belongs to the user: the only later operation is its removal, which follows
    // no link.
    for directory in [directory, path] {
      try check(chmod(directory, 0o500) == 0, "open \(directory)")
      try check(chown(directory, user.id, user.group) == 0, "open \(directory)")
    }
  }
}
