import Glibc

/// The progress of a connection's data, compared from one look to the next: it is equal as long as
/// the other end takes nothing.
enum SentData: Equatable {
  /// The bytes that the other end has acknowledged since the start.
  case acknowledged(UInt64)
  /// The sizes of the queues, where the kernel does not count: a connection whose data flows evenly
  /// looks the same at every look.
  case queued(String)

  /// The data of connections to a port, by the inodes of their sockets (sock_diag(7)); nil if
  /// the kernel does not answer.
  ///
  /// - Parameter isIPv6: The family of the addresses.
  static func ofConnections(to port: UInt16, isIPv6: Bool) -> [UInt64: SentData]? {
    let socketDiagnosis: Int32 = 4
    let byFamily: UInt16 = 20
    let established: UInt32 = 1 << 1
    // `struct inet_diag_req_v2`: family, protocol, extensions, padding, states, then an identity of
    // 48 bytes with the ports first.
    var body: [UInt8] = [
      UInt8(isIPv6 ? AF_INET6 : AF_INET), UInt8(IPPROTO_TCP), 1 << (information - 1), 0,
    ]
    body.append(number: established)
    body.append(number: UInt16(0))
    body.append(number: port.bigEndian)
    body += [UInt8](repeating: 0, count: 44)
    return Netlink.ask(family: socketDiagnosis, type: byFamily, all: true, body: body).map {
      Dictionary($0.compactMap(read), uniquingKeysWith: { $1 })
    }
  }

  /// Reads `struct inet_diag_msg` and the `struct tcp_info` that follows as an attribute.
  static func read(_ message: [UInt8]) -> (UInt64, SentData)? {
    let start = Netlink.headerSize
    guard message.count >= start + 72 else { return nil }
    let inode = UInt64(message.number(UInt32.self, at: start + 68))
    // Kernels before 4.1 have a shorter one.
    guard
      let counters = Netlink.attributes(of: message, from: start + 72)
        .first(where: { $0.type == information })?.bytes, counters.count >= 128
    else { return nil }
    return (inode, .acknowledged(counters.number(UInt64.self, at: 120)))
  }

  /// `INET_DIAG_INFO`.
  private static let information: UInt16 = 2
}
