import Glibc
import SystemSupport

/// A session daemon that this process is registered with, so that its sessions can record it.
package struct RegisteredDaemon: Hashable, Sendable {
  /// 0 if it runs in another container.
  package var pid: pid_t
  package var user: uid_t
  /// The path of the socket at which programs register.
  package var socket: String

  package init(pid: pid_t, user: uid_t, socket: String) {
    self.pid = pid
    self.user = user
    self.socket = socket
  }

  /// The daemons of this process: LTTng's library keeps a connection to each.
  package static var ofThisProcess: [RegisteredDaemon] {
    var daemons: [RegisteredDaemon] = []
    for name in Files.entries(of: "/proc/self/fd") {
      guard let descriptor = Int32(name), let daemon = RegisteredDaemon(connection: descriptor),
        !daemons.contains(daemon)
      else { continue }
      daemons.append(daemon)
    }
    return daemons
  }

  /// The daemon at the other end of a connection; nil for descriptors of other kinds.
  private init?(connection: Int32) {
    guard let socket = Self.peerPath(of: connection),
      socket.split(separator: "/").last?.hasPrefix("lttng-ust-sock-") == true
    else { return nil }
    // The layout of `struct ucred`: process, user, group.
    var credentials: [UInt32] = [0, 0, 0]
    var size = socklen_t(credentials.count * MemoryLayout<UInt32>.size)
    guard getsockopt(connection, SOL_SOCKET, SO_PEERCRED, &credentials, &size) == 0 else {
      return nil
    }
    pid = pid_t(bitPattern: credentials[0])
    user = credentials[1]
    self.socket = socket
  }

  private static func peerPath(of descriptor: Int32) -> String? {
    var address = sockaddr_un()
    var size = socklen_t(MemoryLayout<sockaddr_un>.size)
    let isConnected = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        getpeername(descriptor, $0, &size) == 0
      }
    }
    guard isConnected, address.sun_family == sa_family_t(AF_UNIX) else { return nil }
    return withUnsafeBytes(of: &address.sun_path) { bytes in
      String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
  }

  /// The names of its active sessions; empty if this process has no access to the daemon.
  package var activeSessions: [String] {
    guard let home = clientHome else { return [] }
    // A stopped daemon never answers.
    let command = ["timeout", "10", "lttng", "--no-sessiond", "--mi", "xml", "list"]
    var launch = ProcessLaunch(ByteString(command[0]), command.map { ByteString($0) })
    launch.searchesPath = true
    launch.environment = launch.environment.setting("LTTNG_HOME", to: home)
    guard let output = try? Files.openUnnamed(in: Files.temporaryParent) else { return [] }
    defer { close(output) }
    launch.descriptors = [
      .open(STDIN_FILENO, "/dev/null", O_RDONLY), .copy(STDOUT_FILENO, from: output),
      .open(STDERR_FILENO, "/dev/null", O_WRONLY),
    ]
    guard let client = try? launch.start() else { return [] }
    let answer = MachineAnswer(
      reason: .waiting(for: client), document: Files.contents(of: "/proc/self/fd/\(output)") ?? "",
      errors: "")
    return answer.sessions.filter(\.isActive).map(\.name)
  }

  /// The value of `LTTNG_HOME` with which a client asks this daemon; nil if none does.
  private var clientHome: String? {
    let directory = Files.resolved(String(socket.droppingLastComponent))
    let system = Files.resolved("/var/run/lttng")
    // Clients of root, and of users with access, always ask the daemon of the system.
    let asksSystem = access(system + "/client-lttng-sessiond", W_OK) == 0
    if directory == system { return asksSystem ? "/" : nil }
    guard geteuid() != 0, !asksSystem, directory.hasSuffix("/.lttng") else { return nil }
    return String(directory.dropLast("/.lttng".count))
  }
}

extension String {
  fileprivate var droppingLastComponent: Substring {
    lastIndex(of: "/").map { self[..<$0] } ?? ""
  }
}
