import FlyingFox
import Synchronization

/// A service that is as slow as another one would be, and refuses requests now and then.
package final class UnreliableHandler: HTTPHandler {
  private let handler: any HTTPHandler
  private let delay: Duration
  private let failingMultiples: Int?
  private let requests = Mutex(0)

  /// - Parameters:
  ///   - delay: How long each request waits.
  ///   - failingMultiples: Which requests are refused: each that is counted with a multiple of this
  ///     one, if any.
  package init(
    _ handler: any HTTPHandler, delay: Duration = .zero, failingMultiples: Int? = nil
  ) {
    self.handler = handler
    self.delay = delay
    self.failingMultiples = failingMultiples
  }

  package func handleRequest(_ request: HTTPRequest) async throws -> HTTPResponse {
    let number = requests.withLock { requests in
      requests += 1
      return requests
    }
    try await Task.sleep(for: delay)
    if let failingMultiples, number.isMultiple(of: failingMultiples) {
      return HTTPResponse(statusCode: .serviceUnavailable)
    }
    return try await handler.handleRequest(request)
  }
}
