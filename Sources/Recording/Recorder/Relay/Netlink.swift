import Glibc
import SystemSupport

/// Questions to the kernel through a netlink socket (netlink(7)).
enum Netlink {
  /// The size of a message's header: its length, type, flags, number and sender.
  static let headerSize = 16
  /// The kernel's answer to a request that failed: a negative error number follows the header.
  static let errorType: UInt16 = 2
  private static let endType: UInt16 = 3
  private static let request: UInt16 = 0x1
  private static let dump: UInt16 = 0x300
  private static let severalParts: UInt16 = 0x2

  /// Sends a request.
  ///
  /// - Parameters:
  ///   - family: The part of the kernel to ask, such as `NETLINK_ROUTE`.
  ///   - all: Whether to ask for all objects that match, instead of one.
  /// - Returns: The messages of the answer with their headers; nil with `errno` set if there is
  ///   none within five seconds.
  static func ask(family: Int32, type: UInt16, all: Bool = false, body: [UInt8]) -> [[UInt8]]? {
    let descriptor = Files.aboveStandardStreams(
      socket(AF_NETLINK, Int32(SOCK_RAW.rawValue) | Int32(SOCK_CLOEXEC.rawValue), family))
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var patience = timeval(tv_sec: 5, tv_usec: 0)
    setsockopt(
      descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
    var message: [UInt8] = []
    message.append(number: UInt32(headerSize + body.count))
    message.append(number: type)
    message.append(number: all ? request | dump : request)
    message.append(number: UInt32(1))
    message.append(number: UInt32(0))
    message += body
    guard send(descriptor, message, message.count, 0) == message.count else { return nil }
    var messages: [[UInt8]] = []
    var buffer = [UInt8](repeating: 0, count: 32768)
    while true {
      let count = recv(descriptor, &buffer, buffer.count, 0)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return nil }
      let parts = parts(of: buffer[..<count])
      guard !parts.isEmpty else {
        errno = EPROTO
        return nil
      }
      var isLast = true
      for part in parts {
        if part.number(UInt16.self, at: 4) == endType { return messages }
        if all, part.number(UInt16.self, at: 4) == errorType {
          errno = part.count >= headerSize + 4 ? -part.number(Int32.self, at: headerSize) : EPROTO
          return nil
        }
        isLast = part.number(UInt16.self, at: 6) & severalParts == 0
        messages.append(part)
      }
      if isLast { return messages }
    }
  }

  /// The messages in the received data, each with its header.
  static func parts(of received: ArraySlice<UInt8>) -> [[UInt8]] {
    var rest = received
    var parts: [[UInt8]] = []
    while rest.count >= headerSize {
      let length = Int(Array(rest.prefix(4)).number(UInt32.self, at: 0))
      guard length >= headerSize, length <= rest.count else { break }
      parts.append(Array(rest.prefix(length)))
      rest = rest.dropFirst((length + 3) & ~3)
    }
    return parts
  }

  /// The attributes of a message, by type, that start at an offset.
  static func attributes(of message: [UInt8], from start: Int) -> [(type: UInt16, bytes: [UInt8])] {
    var attributes: [(UInt16, [UInt8])] = []
    var position = start
    while position + 4 <= message.count {
      let length = Int(message.number(UInt16.self, at: position))
      guard length >= 4, position + length <= message.count else { break }
      attributes.append(
        (
          message.number(UInt16.self, at: position + 2),
          Array(message[position + 4..<position + length])
        ))
      position += (length + 3) & ~3
    }
    return attributes
  }
}

extension [UInt8] {
  /// A number in native byte order.
  func number<Number: FixedWidthInteger>(_ type: Number.Type, at position: Int) -> Number {
    var value: Number = 0
    Swift.withUnsafeMutableBytes(of: &value) { target in
      target.copyBytes(from: self[position..<position + target.count])
    }
    return value
  }

  mutating func append(number: some FixedWidthInteger) {
    Swift.withUnsafeBytes(of: number) { append(contentsOf: $0) }
  }
}
