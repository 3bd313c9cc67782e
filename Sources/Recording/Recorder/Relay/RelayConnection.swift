import Glibc
import SystemSupport

/// The connections of LTTng's consumers to a relay daemon, from /proc.
///
/// A consumer opens two, for control and data, and keeps both until its session ends. LTTng drops
/// them if the relay daemon ends or refuses data, and reports that only in its log: events recorded
/// then are lost without a count.
struct RelayConnection {
  var target: RelayTarget
  /// The processes of the session daemon, including the consumers.
  var processes: [pid_t]

  /// The number of connections established with the relay daemon.
  ///
  /// A link that is down does not count as closed: TCP retransmits.
  var established: Int { rows.count }

  /// The progress of the data. The other connection does not count: LTTng's client asks there time
  /// and again whether all has arrived.
  var sentData: [SentData] {
    let port = target.relay.dataPort
    let rows = rows.filter { $0.port == port }
    guard !rows.isEmpty else { return [] }
    let known = SentData.ofConnections(to: port, isIPv6: target.address.isIPv6) ?? [:]
    return rows.map { known[$0.inode] ?? .queued($0.queues) }
  }

  private var rows: [Row] {
    processes.flatMap { process -> [Row] in
      let sockets = Set(
        Files.entries(of: "/proc/\(process)/fd").compactMap {
          Self.inode(ofSocket: linkTarget("/proc/\(process)/fd/\($0)"))
        })
      guard !sockets.isEmpty else { return [] }
      let table =
        Files.contents(of: "/proc/\(process)/net/tcp\(target.address.isIPv6 ? "6" : "")") ?? ""
      return Self.established(
        in: table, ports: [target.relay.controlPort, target.relay.dataPort], sockets: sockets)
    }
  }

  /// A connection in the kernel's table.
  struct Row: Equatable {
    /// The port at the other end.
    var port: UInt16
    var inode: UInt64
    /// In the notation of the table: unacknowledged data, and unread data.
    var queues: String
  }

  /// Whether both connections are established.
  var isWhole: Bool { established >= 2 }

  /// The established connections in the kernel's table of TCP sockets.
  static func established(in table: String, ports: [UInt16], sockets: Set<UInt64>) -> [Row] {
    table.split(separator: "\n").dropFirst().compactMap { line in
      let columns = line.split(separator: " ")
      guard columns.count > 9, columns[3] == "01",
        let port = columns[2].split(separator: ":").last.flatMap({ UInt16($0, radix: 16) }),
        let inode = UInt64(columns[9]), ports.contains(port), sockets.contains(inode)
      else { return nil }
      return Row(port: port, inode: inode, queues: String(columns[4]))
    }
  }

  private static func inode(ofSocket link: String) -> UInt64? {
    guard link.hasPrefix("socket:["), link.hasSuffix("]") else { return nil }
    return UInt64(link.dropFirst("socket:[".count).dropLast())
  }

  /// The number of buffer files that the consumers have open: 0 once all recorded processes have
  /// ended, and their buffers were sent.
  var openBuffers: Int {
    processes.reduce(0) { count, process in
      count
        + Files.entries(of: "/proc/\(process)/fd").count {
          linkTarget("/proc/\(process)/fd/\($0)").hasPrefix("/dev/shm/shm-ust-consumer-")
        }
    }
  }

  /// Whether a process other than LTTng's has buffers of these consumers open, and so still runs.
  var hasLivingPrograms: Bool {
    allProcesses().contains { process in
      guard !processes.contains(process),
        Files.contents(of: "/proc/\(process)/comm")?.hasPrefix("lttng-") == false
      else { return false }
      return Files.entries(of: "/proc/\(process)/fd").contains { descriptor in
        let target = linkTarget("/proc/\(process)/fd/\(descriptor)")
        return processes.contains { target.hasPrefix("/dev/shm/shm-ust-consumer-\($0)") }
      }
    }
  }
}

/// The target of a symbolic link; empty if it cannot be read.
func linkTarget(_ link: String) -> String {
  var buffer = [CChar](repeating: 0, count: 256)
  let count = readlink(link, &buffer, buffer.count)
  return String(decoding: buffer.prefix(max(count, 0)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
}
