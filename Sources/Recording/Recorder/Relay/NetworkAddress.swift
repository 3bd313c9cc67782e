import Glibc
import SystemSupport

/// A numeric IPv4 or IPv6 address.
struct NetworkAddress: Hashable, Sendable {
  /// 4 or 16 bytes, the most significant one first.
  var bytes: [UInt8]
  /// The interface of a link-local address; 0 for none.
  var scope: UInt32 = 0

  var isIPv6: Bool { bytes.count == 16 }

  var family: Int32 { isIPv6 ? AF_INET6 : AF_INET }

  /// Whether packets to it never leave this machine.
  var isLoopback: Bool {
    if isIPv6 {
      let mapped: [UInt8] = Array(repeating: 0, count: 10) + [0xff, 0xff]
      if bytes.starts(with: mapped) { return bytes[12] == 127 }
      return bytes == Array(repeating: 0, count: 15) + [1]
    }
    return bytes[0] == 127
  }

  /// The addresses of a host, in the order to try them.
  ///
  /// - Parameter reason: The reason, if there are none.
  static func resolve(_ host: String, reason: inout String) -> [NetworkAddress] {
    var hints = addrinfo()
    hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    var list: UnsafeMutablePointer<addrinfo>?
    let status = getaddrinfo(host, nil, &hints, &list)
    guard status == 0 else {
      reason = String(cString: gai_strerror(status))
      return []
    }
    defer { freeaddrinfo(list) }
    var addresses: [NetworkAddress] = []
    var next = list
    while let entry = next?.pointee {
      if let address = entry.ai_addr.flatMap(NetworkAddress.init), !addresses.contains(address) {
        addresses.append(address)
      }
      next = entry.ai_next
    }
    if addresses.isEmpty { reason = "it has no address of IPv4 or IPv6" }
    return addresses
  }

  init?(_ address: UnsafeMutablePointer<sockaddr>) {
    switch Int32(address.pointee.sa_family) {
    case AF_INET:
      bytes = address.withMemoryRebound(to: sockaddr_in.self, capacity: 1) {
        withUnsafeBytes(of: $0.pointee.sin_addr) { Array($0) }
      }
    case AF_INET6:
      (bytes, scope) = address.withMemoryRebound(to: sockaddr_in6.self, capacity: 1) {
        (withUnsafeBytes(of: $0.pointee.sin6_addr) { Array($0) }, $0.pointee.sin6_scope_id)
      }
    default: return nil
    }
  }

  init(bytes: [UInt8], scope: UInt32 = 0) {
    self.bytes = bytes
    self.scope = scope
  }

  /// Connects a socket to a port of it.
  ///
  /// - Returns: 0, or the number of the error.
  func connect(port: UInt16, until deadline: Deadline) -> Int32 {
    let descriptor = Files.aboveStandardStreams(
      socket(family, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue), 0))
    guard descriptor >= 0 else { return errno }
    defer { close(descriptor) }
    let status = withSocketAddress(port: port) { Glibc.connect(descriptor, $0, $1) }
    if status == 0 { return 0 }
    guard errno == EINPROGRESS else { return errno }
    while true {
      var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
      let (seconds, attoseconds) = deadline.remaining.components
      let milliseconds = seconds * 1000 + attoseconds / 1_000_000_000_000_000
      let count = poll(&request, 1, Int32(clamping: milliseconds + 1))
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return ETIMEDOUT }
      var failure: Int32 = 0
      var size = socklen_t(MemoryLayout<Int32>.size)
      getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &failure, &size)
      return failure
    }
  }

  func withSocketAddress<Result>(
    port: UInt16, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result
  ) -> Result {
    func pass<Address>(_ address: Address) -> Result {
      withUnsafePointer(to: address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          body($0, socklen_t(MemoryLayout<Address>.size))
        }
      }
    }
    if isIPv6 {
      var address = sockaddr_in6()
      address.sin6_family = sa_family_t(AF_INET6)
      address.sin6_port = port.bigEndian
      address.sin6_scope_id = scope
      withUnsafeMutableBytes(of: &address.sin6_addr) { $0.copyBytes(from: bytes) }
      return pass(address)
    }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    withUnsafeMutableBytes(of: &address.sin_addr) { $0.copyBytes(from: bytes) }
    return pass(address)
  }
}

extension NetworkAddress: CustomStringConvertible {
  var description: String {
    var buffer = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
    guard inet_ntop(family, bytes, &buffer, socklen_t(buffer.count)) != nil else { return "?" }
    return buffer.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }
  }
}
