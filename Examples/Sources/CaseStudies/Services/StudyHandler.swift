import FlyingFox
import Foundation
import NumberFacts

/// The server of all studies: facts at `/<number>`, favorites, files, and a web socket that echoes.
struct StudyHandler: HTTPHandler {
  /// How long it thinks before it answers.
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
      return HTTPResponse(
        statusCode: .ok, headers: [.contentType: "application/octet-stream"],
        body: HTTPBodySequence(from: SlowBytes(count: count, pause: delay / 10), count: count))
    default:
      return try await facts.handleRequest(request)
    }
  }
}

extension HTTPResponse {
  fileprivate static func text(_ status: HTTPStatusCode, _ text: String) -> Self {
    Self(
      statusCode: status, headers: [.contentType: "text/plain; charset=utf-8"],
      body: Data(text.utf8))
  }
}
