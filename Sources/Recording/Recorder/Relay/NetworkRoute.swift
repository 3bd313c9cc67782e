import Glibc
import SystemSupport

/// The route of packets to an address.
package enum NetworkRoute: Equatable {
  /// The data stay on this machine.
  case loopback
  /// Through a tunnel that encrypts: WireGuard, or a program with a tun interface.
  case tunnel(interface: String)
  /// Unencrypted, as far as this machine can determine.
  case open(interface: String)
  /// The kernel has no route, or did not answer.
  case unknown(reason: String)

  /// Why data that are sent to a host unencrypted could be read on their way; nil if they stay on
  /// this machine or take a tunnel.
  package static func exposure(toHost host: String) -> String? {
    var reason = ""
    let addresses = NetworkAddress.resolve(host, reason: &reason)
    // Its name may be known when the data are sent.
    if addresses.isEmpty { return "the address of \(host) is not known (\(reason))" }
    return exposure(to: addresses)
  }

  /// A name may have several addresses, and each that could be used must be safe.
  static func exposure(to addresses: [NetworkAddress]) -> String? {
    for address in addresses {
      switch to(address) {
      case .loopback, .tunnel: continue
      case .open(let interface):
        return "\(address) is reached through \(interface), which is no tunnel"
      case .unknown(let reason): return "the way to \(address) is not known (\(reason))"
      }
    }
    return nil
  }

  /// The current route of the kernel.
  static func to(_ address: NetworkAddress) -> NetworkRoute {
    if address.isLoopback { return .loopback }
    let answer = ask(address)
    guard let answer else { return .unknown(reason: errorText(errno)) }
    return read(answer, interfaceName: name, kind: kind)
  }

  /// Reads a message of the kernel's routing socket.
  ///
  /// - Parameters:
  ///   - interfaceName: Returns the name of an interface's number.
  ///   - kind: Returns the kind of an interface's name.
  static func read(
    _ message: [UInt8], interfaceName: (UInt32) -> String?, kind: (String) -> Kind
  ) -> NetworkRoute {
    guard message.count >= headerSize + routeSize else {
      return .unknown(reason: "the kernel's answer is too short")
    }
    if message.number(UInt16.self, at: 4) == Netlink.errorType {
      let code = -Int32(bitPattern: message.number(UInt32.self, at: headerSize))
      return .unknown(reason: errorText(code))
    }
    guard message.number(UInt16.self, at: 4) == newRouteType else {
      return .unknown(reason: "the kernel's answer is no route")
    }
    // The machine's own addresses.
    if message[headerSize + 7] == localRoute { return .loopback }
    let output = Netlink.attributes(of: message, from: headerSize + routeSize)
      .first { $0.type == outputInterface && $0.bytes.count >= 4 }
    if let number = output?.bytes.number(UInt32.self, at: 0) {
      guard let name = interfaceName(number) else {
        return .unknown(reason: "interface \(number) has no name")
      }
      switch kind(name) {
      case .loopback: return .loopback
      case .tunnel: return .tunnel(interface: name)
      case .other: return .open(interface: name)
      }
    }
    return .unknown(reason: "the kernel's answer names no interface")
  }

  enum Kind {
    case loopback, tunnel, other
  }

  private static func name(_ number: UInt32) -> String? {
    var buffer = [CChar](repeating: 0, count: Int(IF_NAMESIZE))
    guard if_indextoname(number, &buffer) != nil else { return nil }
    return buffer.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }
  }

  /// The kind of an interface according to the kernel. An interface of another kind may carry
  /// encrypted packets nevertheless, as with IPsec, which the kernel does not report here.
  static func kind(_ interface: String) -> Kind {
    let directory = "/sys/class/net/\(interface)"
    let attributes = Files.contents(of: directory + "/uevent") ?? ""
    if attributes.split(separator: "\n").contains("DEVTYPE=wireguard") { return .tunnel }
    // A tap interface is usually a network card of a virtual machine, not a tunnel.
    let flags = Files.contents(of: directory + "/tun_flags")?.split(separator: "\n").first
      .flatMap { Int($0.dropFirst(2), radix: 16) }
    if let flags, flags & 0x1 != 0 { return .tunnel }
    let type = Files.contents(of: directory + "/type")?.split(separator: "\n").first
    return type == "772" ? .loopback : .other
  }

  private static let headerSize = Netlink.headerSize
  private static let routeSize = 12
  private static let newRouteType: UInt16 = 24
  private static let getRouteType: UInt16 = 26
  private static let destination: UInt16 = 1
  private static let outputInterface: UInt16 = 4
  private static let localRoute: UInt8 = 2

  private static func ask(_ address: NetworkAddress) -> [UInt8]? {
    let routes: Int32 = 0
    var body = [UInt8(address.family), UInt8(address.bytes.count * 8), 0, 0, 0, 0, 0, 0]
    body.append(number: UInt32(0))
    body.append(number: UInt16(4 + address.bytes.count))
    body.append(number: destination)
    body += address.bytes
    return Netlink.ask(family: routes, type: getRouteType, body: body)?.first
  }
}
