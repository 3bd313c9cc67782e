import Glibc
import Testing

@testable import TraceRecording

/// The kernel's counters of a real connection.
@Suite struct SentDataTests {
  @Test(arguments: [false, true])
  func `data that was taken shows, with empty queues before and after`(isIPv6: Bool) throws {
    let address = NetworkAddress(
      bytes: isIPv6 ? [UInt8](repeating: 0, count: 15) + [1] : [127, 0, 0, 1])
    let listener = socket(address.family, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(listener) }
    try #require(address.withSocketAddress(port: 0) { bind(listener, $0, $1) } == 0)
    try #require(listen(listener, 1) == 0)
    let port = port(of: listener)
    let sender = socket(address.family, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(sender) }
    try #require(address.withSocketAddress(port: port) { connect(sender, $0, $1) } == 0)
    let receiver = accept(listener, nil, nil)
    defer { close(receiver) }

    let start = try #require(acknowledged(sender, port, isIPv6))
    for round in 1...3 as ClosedRange<UInt64> {
      let data = [UInt8](repeating: 7, count: 1000)
      try #require(send(sender, data, data.count, 0) == data.count)
      var bytes = data
      try #require(recv(receiver, &bytes, bytes.count, Int32(MSG_WAITALL)) == data.count)
      var seen = acknowledged(sender, port, isIPv6)
      // The kernel may acknowledge a little later.
      for _ in 0..<1000 where seen != start + round * 1000 {
        usleep(1000)
        seen = acknowledged(sender, port, isIPv6)
      }
      #expect(seen == start + round * 1000)
    }
    // Sending stops if the receiver does not read: the kernel takes the data in its queues by and
    // by, also after no more can be sent.
    var last = start
    var looksAtSame = 0
    let data = [UInt8](repeating: 7, count: 1 << 20)
    for _ in 0..<3000 where looksAtSame < 50 {
      let sent = send(sender, data, data.count, Int32(MSG_DONTWAIT))
      let now = try #require(acknowledged(sender, port, isIPv6))
      looksAtSame = sent < 0 && now == last ? looksAtSame + 1 : 0
      last = now
      usleep(10_000)
    }
    #expect(looksAtSame == 50, "\(last) bytes")
  }

  @Test func `a connection of others, and none, are not there`() {
    // Nothing listens at the discard port of this machine.
    #expect(SentData.ofConnections(to: 9, isIPv6: false) == [:])
  }

  @Test func `what is not understood counts nothing`() {
    #expect(SentData.read([]) == nil)
    #expect(SentData.read([UInt8](repeating: 0, count: 80)) == nil)
    // An older kernel's structure is shorter.
    var message = [UInt8](repeating: 0, count: 88)
    message += [108, 0, 2, 0] + [UInt8](repeating: 1, count: 104)
    #expect(SentData.read(message) == nil)
    #expect(Netlink.parts(of: [3, 0, 0, 0] + [UInt8](repeating: 0, count: 20)).isEmpty)
    #expect(Netlink.parts(of: [99, 0, 0, 0] + [UInt8](repeating: 0, count: 20)).isEmpty)
  }

  private func acknowledged(_ socket: Int32, _ port: UInt16, _ isIPv6: Bool) -> UInt64? {
    var status = stat()
    fstat(socket, &status)
    guard
      case .acknowledged(let bytes)? = SentData.ofConnections(to: port, isIPv6: isIPv6)?[
        UInt64(status.st_ino)]
    else { return nil }
    return bytes
  }

  private func port(of socket: Int32) -> UInt16 {
    var storage = sockaddr_storage()
    var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
    return withUnsafeMutablePointer(to: &storage) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        _ = getsockname(socket, $0, &size)
        // Both families have the port after theirs.
        return UnsafeRawPointer($0).loadUnaligned(fromByteOffset: 2, as: UInt16.self).bigEndian
      }
    }
  }
}
