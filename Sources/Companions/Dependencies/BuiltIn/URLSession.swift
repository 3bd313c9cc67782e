import CompanionSupport
import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension DependencyValues {
  /// The session for requests. A test that reads it must override it; otherwise all requests of the
  /// test fail without reaching the network.
  ///
  /// - Warning: On Linux, Foundation does not allow a task to be cancelled that awaits `data(for:)`
  ///   or its like (seen with Swift 6.3): if the request ends at that moment, the thread that
  ///   cancels hangs, or the program ends. Effects are cancelled often. The section "Requests" of
  ///   the guide "Coming from the original" has a function that is safe.
  public var urlSession: URLSession {
    get { self[URLSessionKey.self] }
    set { self[URLSessionKey.self] = newValue }
  }
}

private enum URLSessionKey: ReportingTestDependencyKey {
  static var liveValue: URLSession { .shared }

  static func testValue(for use: UnimplementedUse) -> URLSession {
    use.report(example: "URLSession(configuration: …)")
    let configuration = URLSessionConfiguration.ephemeral
    configuration.protocolClasses = [RefusingURLProtocol.self]
    return URLSession(configuration: configuration)
  }
}

/// Refuses all requests.
private final class RefusingURLProtocol: URLProtocol {
  override class func canInit(with request: URLRequest) -> Bool { true }
  override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }

  override func startLoading() {
    client?.urlProtocol(self, didFailWithError: URLError(.resourceUnavailable))
  }

  override func stopLoading() {}
}
