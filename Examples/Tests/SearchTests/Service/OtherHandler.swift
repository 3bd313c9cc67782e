import FlyingFox

/// A service that knows nothing of places.
struct OtherHandler: HTTPHandler {
  func handleRequest(_ request: HTTPRequest) async throws -> HTTPResponse {
    HTTPResponse(statusCode: .ok)
  }
}
