import SystemSupport

/// A socket at which programs register with a session daemon.
///
/// Its name ends with the major version of the protocol, `lttng-ust-sock-8` in LTTng 2.13 and 2.14,
/// `lttng-ust-sock-11` in 2.15: a program whose library has another number does not find the
/// daemon.
struct ProgramSocket: Equatable {
  static let prefix = "lttng-ust-sock-"

  var path: String
  var version: Int

  /// Parses a path; nil if it is not the path of such a socket.
  init?(path: String) {
    guard let name = path.split(separator: "/").last, name.hasPrefix(Self.prefix),
      let version = Int(name.dropFirst(Self.prefix.count))
    else { return nil }
    self.path = path
    self.version = version
  }

  /// Whether a daemon listens there.
  var isServed: Bool { UnixSocket.answers(at: path) }

  /// The sockets in a daemon's directory, including those left by ended daemons.
  static func find(in directory: String) -> [ProgramSocket] {
    Files.entries(of: directory).sorted().compactMap { ProgramSocket(path: "\(directory)/\($0)") }
  }
}
