import Glibc

/// A directory in which a program that runs as another user finds a private daemon of root.
///
/// It is closed to all but that user, and has nothing but second names of the sockets at which
/// programs register: those for clients stay where the user does not get, as does everything else
/// of a recording.
struct UserSockets {
  /// What is LTTNG_HOME to the program.
  let path: String
  let user: ProgramUser

  static let prefix = "signpost-user-"

  /// Creates the directory, closed until ``open(to:)``.
  static func make(
    in parent: String, for user: ProgramUser
  ) throws(RecordingFailure) -> UserSockets {
    var template = ByteString("\(parent)/\(prefix)XXXXXX").bytes
    guard mkdtemp(&template) != nil else {
      throw RecordingFailure(
        .outputUnusable, "can't create a directory in \(parent): \(errorText(errno)).")
    }
    return UserSockets(path: ByteString(template).description, user: user)
  }

  /// Gives the sockets of a daemon that serves a second name here, and opens the directory to the
  /// user.
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
    // From here on it is the user's: no more is done in it than to remove it, which follows no
    // link.
    for directory in [directory, path] {
      try check(chmod(directory, 0o500) == 0, "open \(directory)")
      try check(chown(directory, user.id, user.group) == 0, "open \(directory)")
    }
  }
}
