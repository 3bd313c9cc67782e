import FlyingFox
import Foundation
import NumberFacts

/// The server of all studies: facts at `/<number>`, favorites, files, and a web socket that echoes.
struct StudyHandler: HTTPHandler {
  /// The delay before each answer.
  let delay: Duration
  private let facts: FactHandler
  private let socket = WebSocketHTTPHandler(
    handler: MessageFrameWSHandler(handler: EchoWSMessageHandler()))

  /// The numbers without facts are multiples of this one.
  static let failingMultiples = 7

  private static let files = ["maps": 400_000, "music": 600_000]

  init(delay: Duration) {
    self.delay = delay
    facts = FactHandler(delay: delay, failingMultiples: Self.failingMultiples)
  }

  func handleRequest(_ request: HTTPRequest) async throws -> HTTPResponse {
    let parts = request.path.split(separator: "/").map(String.init)
    switch (request.method, parts.first, parts.dropFirst().first) {
    case (.GET, "socket", nil):
      return try await socket.handleRequest(request)
    case (.PUT, "favorites", let id?), (.DELETE, "favorites", let id?):
      try await Task.sleep(for: delay)
      return id == "moby-dick"
        ? .text(.conflict, "“Moby-Dick” cannot be a favorite: it is lent out.") : .text(.ok, id)
    case (.GET, "files", let name?):
      guard let count = Self.files[name] else { return .text(.notFound, "There is no such file.") }
      try await Task.sleep(for: delay / 10)
      return .zeroes(count, in: request.headers[.range])
    default:
      return try await facts.handleRequest(request)
    }
  }
}

extension HTTPResponse {
  /// A file of zeroes, or the part of it that a header asks for.
  fileprivate static func zeroes(_ count: Int, in range: String?) -> Self {
    var headers: HTTPHeaders = [.contentType: "application/octet-stream", .acceptRanges: "bytes"]
    guard let range = range?.wholeMatch(of: /bytes=(?<first>\d+)-(?<last>\d+)/),
      let first = Int(range.first), let last = Int(range.last), first <= last
    else { return Self(statusCode: .ok, headers: headers, body: Data(count: count)) }
    guard first < count else {
      headers = [.contentRange: "bytes */\(count)"]
      return Self(statusCode: .rangeNotSatisfiable, headers: headers)
    }
    let end = min(last, count - 1)
    headers[.contentRange] = "bytes \(first)-\(end)/\(count)"
    return Self(statusCode: .partialContent, headers: headers, body: Data(count: end - first + 1))
  }

  fileprivate static func text(_ status: HTTPStatusCode, _ text: String) -> Self {
    Self(
      statusCode: status, headers: [.contentType: "text/plain; charset=utf-8"],
      body: Data(text.utf8))
  }
}
