import Glibc

/// The address on which a relay daemon listens.
struct ListenAddress: Equatable {
  var address: NetworkAddress

  /// Finds the address, and refuses one on which other users could read or send data.
  static func find(
    _ text: String, allowsUnencrypted: Bool
  ) throws(RecordingFailure) -> ListenAddress {
    var reason = ""
    guard let address = NetworkAddress.resolve(text, reason: &reason).first else {
      throw RecordingFailure(.relayUnavailable, "there is no address \(text): \(reason).")
    }
    if !allowsUnencrypted, !address.isLoopback {
      let interface = interface(of: address)
      guard let interface, NetworkRoute.kind(interface) != .other else {
        let place =
          interface.map { "\(address) is that of \($0), which is no tunnel" }
          ?? "\(address) is not the address of a tunnel's interface"
        throw RecordingFailure(
          .relayNotPrivate,
          """
          LTTng neither encrypts nor asks who sends, and \(place). Listen on loopback, and let \
          hosts come by ssh, or on a WireGuard address; --insecure listens there all the same.
          """)
      }
    }
    return ListenAddress(address: address)
  }

  func uri(port: UInt16) -> String {
    address.isIPv6 ? "tcp6://[\(address)]:\(port)" : "tcp://\(address):\(port)"
  }

  private static func interface(of address: NetworkAddress) -> String? {
    var list: UnsafeMutablePointer<ifaddrs>?
    guard getifaddrs(&list) == 0 else { return nil }
    defer { freeifaddrs(list) }
    var next = list
    while let entry = next?.pointee {
      if let other = entry.ifa_addr.flatMap(NetworkAddress.init), other.bytes == address.bytes {
        return String(cString: entry.ifa_name)
      }
      next = entry.ifa_next
    }
    return nil
  }
}
