import FlyingFox
import Foundation

extension HTTPResponse {
  /// An answer in JSON.
  package static func json(
    _ value: some Encodable, _ status: HTTPStatusCode = .ok
  ) throws -> Self {
    var headers = HTTPHeaders()
    headers[.contentType] = "application/json"
    return HTTPResponse(
      statusCode: status, headers: headers, body: try JSONEncoder().encode(value))
  }

  /// Refuses a request whose method should be another one.
  package static func notAllowed(_ method: String) -> Self {
    var headers = HTTPHeaders()
    headers[HTTPHeader("Allow")] = method
    return HTTPResponse(statusCode: .methodNotAllowed, headers: headers)
  }
}
