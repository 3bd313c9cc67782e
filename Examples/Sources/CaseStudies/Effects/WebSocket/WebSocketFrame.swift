/// A frame of the web socket protocol (RFC 6455, section 5.2).
struct WebSocketFrame: Equatable, Sendable {
  enum Opcode: UInt8, Sendable {
    case continuation = 0x0
    case text = 0x1
    case binary = 0x2
    case close = 0x8
    case ping = 0x9
    case pong = 0xA
  }

  var opcode: Opcode
  /// Whether a message ends with this frame.
  var isLast: Bool
  var payload: [UInt8]

  init(_ opcode: Opcode, isLast: Bool = true, payload: [UInt8]) {
    self.opcode = opcode
    self.isLast = isLast
    self.payload = payload
  }

  /// The bytes of the frame. Frames of a client have a mask of four bytes.
  func encoded(mask: [UInt8]) -> [UInt8] {
    var bytes = [(isLast ? 0x80 : 0) | opcode.rawValue]
    switch payload.count {
    case ..<126: bytes.append(0x80 | UInt8(payload.count))
    case ...0xFFFF: bytes += [0x80 | 126] + Self.bigEndian(payload.count, byteCount: 2)
    default: bytes += [0x80 | 127] + Self.bigEndian(payload.count, byteCount: 8)
    }
    return bytes + mask + payload.enumerated().map { $1 ^ mask[$0 % 4] }
  }

  /// Reads a frame of a server, which has no mask.
  ///
  /// - Parameter bytes: Returns the next bytes, as many as it is asked for.
  static func read(_ bytes: (_ count: Int) async throws -> [UInt8]) async throws -> Self {
    let head = try await bytes(2)
    guard let opcode = Opcode(rawValue: head[0] & 0x0F) else {
      throw WebSocketFailure.unknownFrame(head[0] & 0x0F)
    }
    let count =
      switch head[1] & 0x7F {
      case 126: try await number(bytes(2))
      case 127: try await number(bytes(8))
      case let count: Int(count)
      }
    return Self(
      opcode, isLast: head[0] & 0x80 != 0, payload: count == 0 ? [] : try await bytes(count))
  }

  private static func bigEndian(_ number: Int, byteCount: Int) -> [UInt8] {
    (0..<byteCount).reversed().map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }

  private static func number(_ bytes: [UInt8]) -> Int {
    bytes.reduce(0) { $0 << 8 | Int($1) }
  }
}
