import CCurl
import Foundation
import Testing

/// Requests of the loaded libcurl, to a server of one connection.
@Suite struct CurlTests {
  /// Listens on a port, and answers one request with fixed bytes.
  private final class Server: Sendable {
    let port: UInt16
    private let listener: Int32
    private let requests: AsyncStream<String>

    /// - Parameter answer: The bytes; empty to close the connection.
    init(answering answer: [UInt8]) throws {
      let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_addr.s_addr = UInt32(INADDR_LOOPBACK).bigEndian
      var length = socklen_t(MemoryLayout<sockaddr_in>.size)
      let isBound = withUnsafeMutablePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          bind(listener, $0, length) == 0 && listen(listener, 1) == 0
            && getsockname(listener, $0, &length) == 0
        }
      }
      try #require(isBound)
      self.listener = listener
      port = UInt16(bigEndian: address.sin_port)
      // A thread at once: the requests of the tests block the threads of tasks.
      let (requests, continuation) = AsyncStream.makeStream(of: String.self)
      self.requests = requests
      Thread.detachNewThread {
        continuation.yield(Self.serve(listener, answer))
        continuation.finish()
      }
    }

    /// The request.
    var request: String { get async { await requests.first { _ in true } ?? "" } }

    private static func serve(_ listener: Int32, _ answer: [UInt8]) -> String {
      let connection = accept(listener, nil, nil)
      close(listener)
      defer { close(connection) }
      var request: [UInt8] = []
      var buffer = [UInt8](repeating: 0, count: 4096)
      while !String(decoding: request, as: UTF8.self).contains("the body") {
        let count = read(connection, &buffer, buffer.count)
        guard count > 0 else { break }
        request += buffer[..<count]
      }
      var rest = answer[...]
      while !rest.isEmpty {
        let count = rest.withUnsafeBytes {
          send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
        }
        guard count > 0 else { break }
        rest = rest.dropFirst(count)
      }
      return String(decoding: request, as: UTF8.self)
    }
  }

  private struct Answer {
    var status: Int
    var mayBeRepeated: Bool
    var retryAfter: Int64
    var body: String
    var type: String?
    var failure: String?
  }

  private func post(_ url: String, isGzip: Bool = false) throws -> Answer {
    let header = strdup("Authorization: Bearer secret")
    defer { free(header) }
    let headers = [UnsafePointer(header)]
    return try url.withCString { url in
      try headers.withUnsafeBufferPointer { headers in
        var settings = composable_curl_settings()
        settings.url = url
        settings.headers = headers.baseAddress
        settings.header_count = headers.count
        settings.timeout_milliseconds = 60_000
        var failure: UnsafePointer<CChar>?
        let connection = try #require(
          composable_curl_create(&settings, &failure),
          "\(failure.map { String(cString: $0) } ?? "")")
        defer { composable_curl_destroy(connection) }
        let result = composable_curl_post(connection, "the body", 8, isGzip)
        let body = UnsafeRawBufferPointer(start: result.body, count: result.body_count)
        return Answer(
          status: result.status, mayBeRepeated: result.may_be_repeated,
          retryAfter: result.retry_after, body: String(decoding: body, as: UTF8.self),
          type: result.content_type.map { String(cString: $0) },
          failure: result.failure.map { String(cString: $0) })
      }
    }
  }

  @Test func post_answer_hasItsStatusBodyAndDelay() async throws {
    let server = try Server(
      answering: Array(
        """
        HTTP/1.1 503 Busy\r\nRetry-After: 7\r\nContent-Type: text/plain\r\nContent-Length: 4\r
        \r\nwait
        """.utf8))
    let answer = try post("http://127.0.0.1:\(server.port)/v1/traces", isGzip: true)
    #expect(answer.status == 503)
    #expect(answer.retryAfter == 7)
    #expect(answer.body == "wait")
    #expect(answer.type == "text/plain")
    #expect(answer.failure == nil)
    let request = await server.request
    #expect(request.hasPrefix("POST /v1/traces HTTP/1.1\r\n"))
    #expect(request.contains("\r\nAuthorization: Bearer secret\r\n"))
    #expect(request.contains("\r\nContent-Encoding: gzip\r\n"))
    #expect(!request.lowercased().contains("expect: 100-continue"))
    #expect(request.hasSuffix("the body"))
  }

  @Test func post_plainBody_isNotDeclaredCompressed() async throws {
    let server = try Server(answering: Array("HTTP/1.1 204 None\r\n\r\n".utf8))
    let answer = try post("http://127.0.0.1:\(server.port)/")
    #expect(answer.status == 204)
    #expect(answer.retryAfter == 0)
    #expect(answer.body == "")
    #expect(await !server.request.contains("Content-Encoding"))
  }

  @Test func post_longAnswer_isTruncated() async throws {
    let count = 100_000
    let head = Array("HTTP/1.1 400 Bad\r\nContent-Length: \(count)\r\n\r\n".utf8)
    let server = try Server(answering: head + [UInt8](repeating: UInt8(ascii: "x"), count: count))
    let answer = try post("http://127.0.0.1:\(server.port)/")
    #expect(answer.status == 400)
    #expect(answer.body == String(repeating: "x", count: 1 << 16))
  }

  /// A redirection would lead headers with secrets elsewhere.
  @Test func post_redirection_isNotFollowed() async throws {
    let server = try Server(
      answering: Array(
        "HTTP/1.1 307 Elsewhere\r\nLocation: http://127.0.0.1:1/\r\nContent-Length: 0\r\n\r\n".utf8)
    )
    #expect(try post("http://127.0.0.1:\(server.port)/").status == 307)
  }

  @Test func post_connectionThatFails_mayBeRepeated() async throws {
    let server = try Server(answering: [])
    let closed = try post("http://127.0.0.1:\(server.port)/")
    #expect(closed.status == 0)
    #expect(closed.mayBeRepeated)
    #expect(closed.failure != nil)
    _ = await server.request
    let refused = try post("http://127.0.0.1:1/")
    #expect(refused.mayBeRepeated)
    #expect(refused.failure != nil)
  }

  @Test(arguments: ["file:///etc/passwd", "ftp://127.0.0.1/", "http://"])
  func post_otherProtocol_isRefusedForGood(url: String) throws {
    let answer = try post(url)
    #expect(answer.status == 0)
    #expect(!answer.mayBeRepeated)
    #expect(answer.failure != nil)
  }
}
