import FlyingFox
import Foundation

extension HTTPResponse {
  /// A part of the page, which may load and request only content from this server.
  static func file(_ content: [UInt8], _ type: String) -> Self {
    var headers = headers(type: "\(type); charset=utf-8")
    headers[HTTPHeader("Content-Security-Policy")] = """
      default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; \
      base-uri 'none'; form-action 'none'; frame-ancestors 'none'
      """
    return Self(statusCode: .ok, headers: headers, body: Data(content))
  }

  static func json(_ status: HTTPStatusCode, _ value: some Encodable, allow: String? = nil) -> Self
  {
    var headers = headers(type: "application/json")
    headers[HTTPHeader("Allow")] = allow
    let encoder = JSONEncoder()
    encoder.outputFormatting = .withoutEscapingSlashes
    let body = (try? encoder.encode(value)) ?? Data()
    return Self(statusCode: status, headers: headers, body: body)
  }

  static func events(_ texts: AsyncStream<String>) -> Self {
    Self(
      statusCode: .ok, headers: headers(type: "text/event-stream"),
      body: HTTPBodySequence(from: EventStream(texts: texts)))
  }

  private static func headers(type: String) -> HTTPHeaders {
    [
      .contentType: type,
      .cacheControl: "no-store",
      HTTPHeader("X-Content-Type-Options"): "nosniff",
      HTTPHeader("Cross-Origin-Resource-Policy"): "same-origin",
    ]
  }
}
