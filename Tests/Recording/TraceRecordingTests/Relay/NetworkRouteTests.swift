import Testing

@testable import TraceRecording

@Suite struct NetworkRouteTests {
  /// A message of the kernel, of a route of this type through the interface of this number.
  private func message(type: UInt16 = 24, route: UInt8 = 1, interface: UInt32? = 7) -> [UInt8] {
    var bytes: [UInt8] = []
    func append(_ number: some FixedWidthInteger) {
      withUnsafeBytes(of: number) { bytes += Array($0) }
    }
    append(UInt32(0))
    append(type)
    append(UInt16(0))
    append(UInt32(1))
    append(UInt32(0))
    bytes += [2, 32, 0, 0, 254, 2, 0, route, 0, 0, 0, 0]
    // A preferred source, which is passed over, with its padding.
    append(UInt16(6))
    append(UInt16(7))
    bytes += [1, 2, 0, 0]
    if let interface {
      append(UInt16(8))
      append(UInt16(4))
      append(interface)
    }
    return bytes
  }

  private func read(_ message: [UInt8], _ kind: NetworkRoute.Kind) -> NetworkRoute {
    NetworkRoute.read(message, interfaceName: { $0 == 7 ? "wg0" : nil }, kind: { _ in kind })
  }

  @Test func `an interface decides`() {
    #expect(read(message(), .tunnel) == .tunnel(interface: "wg0"))
    #expect(read(message(), .other) == .open(interface: "wg0"))
    #expect(read(message(), .loopback) == .loopback)
  }

  @Test func `own addresses do not leave the machine`() {
    #expect(read(message(route: 2), .other) == .loopback)
  }

  @Test func `what is not understood is not taken for safe`() {
    for message in [
      [], message(interface: nil), message(interface: 8), message(type: 3),
      Array(message().prefix(20)),
    ] {
      guard case .unknown = read(message, .tunnel) else {
        Issue.record("\(message) is taken for a route")
        continue
      }
    }
  }

  @Test func `the kernel's refusal is named`() {
    var refusal = message(type: 2)
    refusal.replaceSubrange(16..<20, with: withUnsafeBytes(of: Int32(-101)) { Array($0) })
    #expect(read(refusal, .tunnel) == .unknown(reason: "Network is unreachable"))
  }

  @Test func `the kernel is asked`() {
    #expect(NetworkRoute.to(NetworkAddress(bytes: [127, 0, 0, 1])) == .loopback)
    #expect(NetworkRoute.kind("lo") == .loopback)
  }

  @Test func `loopback has several forms`() {
    let zeros = [UInt8](repeating: 0, count: 10)
    #expect(NetworkAddress(bytes: [127, 5, 0, 1]).isLoopback)
    #expect(NetworkAddress(bytes: zeros + [0, 0, 0, 0, 0, 1]).isLoopback)
    #expect(NetworkAddress(bytes: zeros + [0xff, 0xff, 127, 0, 0, 1]).isLoopback)
    #expect(!NetworkAddress(bytes: zeros + [0xff, 0xff, 10, 0, 0, 1]).isLoopback)
    #expect(!NetworkAddress(bytes: [128, 0, 0, 1]).isLoopback)
  }
}
