import Foundation

/// A request to a server on this machine, in exactly these words: clients of HTTP would mend them.
struct Request {
  var method = "GET"
  var path: String
  /// The header fields in their order; `nil` leaves out the host.
  var host: String?
  var fields: [(String, String)] = []

  struct Answer {
    var status: Int
    var fields: [String: String]
    var body: [UInt8]

    var text: String { String(decoding: body, as: UTF8.self) }
  }

  struct Failure: Error {}

  /// Sends it, and waits for the answer on a thread of its own: threads of tasks belong to the
  /// server meanwhile.
  func send(to port: UInt16) async throws -> Answer {
    var lines = ["\(method) \(path) HTTP/1.1", "Connection: close"]
    if let host { lines.append("Host: \(host)") }
    lines += fields.map { "\($0.0): \($0.1)" }
    let text = lines.joined(separator: "\r\n") + "\r\n\r\n"
    return try await withCheckedThrowingContinuation { continuation in
      Thread.detachNewThread {
        continuation.resume(with: Result { try Self.exchange(Array(text.utf8), port) })
      }
    }
  }

  private static func exchange(_ request: [UInt8], _ port: UInt16) throws -> Answer {
    let connection = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(connection) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(INADDR_LOOPBACK).bigEndian
    let isConnected = withUnsafePointer(to: address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(connection, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
      }
    }
    guard isConnected, write(connection, request, request.count) == request.count else {
      throw Failure()
    }
    var answer: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = read(connection, &buffer, buffer.count)
      guard count > 0 else { break }
      answer += buffer[..<count]
    }
    return try parse(answer)
  }

  private static func parse(_ bytes: [UInt8]) throws -> Answer {
    guard let end = bytes.firstRange(of: Array("\r\n\r\n".utf8)) else { throw Failure() }
    let head = String(decoding: bytes[..<end.lowerBound], as: UTF8.self)
    let lines = head.components(separatedBy: "\r\n")
    let words = lines[0].split(separator: " ")
    guard words.count >= 2, let status = Int(words[1]) else { throw Failure() }
    let fields = lines.dropFirst().map { line in
      let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      return (parts[0].lowercased(), parts.last!.trimmingCharacters(in: .whitespaces))
    }
    return Answer(
      status: status, fields: Dictionary(fields) { $0 + ", " + $1 },
      body: Array(bytes[end.upperBound...]))
  }
}
