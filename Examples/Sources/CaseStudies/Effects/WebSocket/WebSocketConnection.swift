import FlyingSocks
import Foundation

/// The client's end of a web socket (RFC 6455), as far as texts need it.
///
/// Foundation's own client ends the program if the machine's libcurl was built without web sockets,
/// as on older distributions.
struct WebSocketConnection: Identifiable, Sendable {
  let id = UUID()
  private let socket: AsyncSocket

  /// Opens a web socket at `/socket` of a server on the loopback address.
  static func open(_ server: URL) async throws -> Self {
    guard let host = server.host, let port = server.port.flatMap(UInt16.init(exactly:)) else {
      throw WebSocketFailure.noAddress(server.absoluteString)
    }
    let connection = Self(
      socket: try await AsyncSocket.connected(to: .inet(ip4: host, port: port)))
    do {
      try await connection.upgrade(host: "\(host):\(port)")
    } catch {
      connection.close()
      throw error
    }
    return connection
  }

  /// The server is a part of this program, so that its `Sec-WebSocket-Accept` proves nothing.
  private func upgrade(host: String) async throws {
    let key = Data((0..<16).map { _ in UInt8.random(in: 0...255) }).base64EncodedString()
    let request = [
      "GET /socket HTTP/1.1", "Host: \(host)", "Upgrade: websocket", "Connection: Upgrade",
      "Sec-WebSocket-Key: \(key)", "Sec-WebSocket-Version: 13", "", "",
    ]
    try await socket.write(Data(request.joined(separator: "\r\n").utf8))
    var head: [UInt8] = []
    while !head.suffix(4).elementsEqual("\r\n\r\n".utf8) {
      guard head.count < 16384 else { throw WebSocketFailure.noHandshake("an endless head") }
      head.append(try await socket.read())
    }
    let status = String(decoding: head.prefix { $0 != UInt8(ascii: "\r") }, as: UTF8.self)
    guard status.split(separator: " ").dropFirst().first == "101" else {
      throw WebSocketFailure.noHandshake(status)
    }
  }

  func send(_ text: String) async throws {
    try await send(WebSocketFrame(.text, payload: Array(text.utf8)))
  }

  private func send(_ frame: WebSocketFrame) async throws {
    let mask = (0..<4).map { _ in UInt8.random(in: 0...255) }
    try await socket.write(Data(frame.encoded(mask: mask)))
  }

  /// The next text, or `nil` once the server has closed the connection.
  func receive() async throws -> String? {
    var text: [UInt8] = []
    while true {
      let frame = try await WebSocketFrame.read { try await socket.read(bytes: $0) }
      switch frame.opcode {
      case .text, .continuation:
        text += frame.payload
        if frame.isLast { return String(decoding: text, as: UTF8.self) }
      case .ping: try await send(WebSocketFrame(.pong, payload: frame.payload))
      case .close: return nil
      case .binary, .pong: break
      }
    }
  }

  func close() {
    try? socket.close()
  }
}

/// Why a web socket cannot be used.
enum WebSocketFailure: Error, Equatable, CustomStringConvertible {
  case noAddress(String)
  case noHandshake(String)
  case notConnected
  case unknownFrame(UInt8)

  var description: String {
    switch self {
    case .noAddress(let text): "'\(text)' is no address with a host and a port."
    case .noHandshake(let answer): "The server answered with '\(answer)', not with a web socket."
    case .notConnected: "There is no connection. Connect first."
    case .unknownFrame(let opcode): "The server sent a frame of the unknown kind \(opcode)."
    }
  }
}
