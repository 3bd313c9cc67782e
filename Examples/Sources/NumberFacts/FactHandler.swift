import FlyingFox
import Foundation

/// Answers `GET /<number>` with a fact, and anything else with "not found".
package struct FactHandler: HTTPHandler {
  /// The delay before each answer.
  package var delay: Duration
  /// The numbers it fails for: the multiples of this one, if any.
  package var failingMultiples: Int?

  package init(delay: Duration = .zero, failingMultiples: Int? = nil) {
    self.delay = delay
    self.failingMultiples = failingMultiples
  }

  package func handleRequest(_ request: HTTPRequest) async throws -> HTTPResponse {
    guard request.method == .GET, let number = Int(request.path.dropFirst()),
      let fact = NumberFact.text(about: number)
    else {
      return HTTPResponse(statusCode: .notFound)
    }
    try await Task.sleep(for: delay)
    if let failingMultiples, number.isMultiple(of: failingMultiples) {
      return HTTPResponse(statusCode: .internalServerError)
    }
    return HTTPResponse(
      statusCode: .ok, headers: [.contentType: "text/plain; charset=utf-8"], body: Data(fact.utf8))
  }
}
