import FlyingFox
import Foundation
import TraceExport

extension HTTPResponse {
  /// A page.
  ///
  /// - Parameter ancestors: The pages that may embed it in a frame.
  static func page(_ document: PageDocument, ancestors: String = "'none'") -> Self {
    var headers = headers("text/html; charset=utf-8")
    // The document contains it as well, where it cannot restrict framing.
    headers[HTTPHeader("Content-Security-Policy")] =
      document.contentSecurityPolicy + "; frame-ancestors \(ancestors)"
    return Self(statusCode: .ok, headers: headers, body: Data(document.text.utf8))
  }

  static func data(_ bytes: [UInt8], _ type: String) -> Self {
    Self(statusCode: .ok, headers: headers(type), body: Data(bytes))
  }

  /// A state after others, as JSON, with its number.
  static func state(_ bytes: [UInt8], number: Int) -> Self {
    var headers = headers("application/json")
    headers[HTTPHeader("Signpost-Number")] = "\(number)"
    return Self(statusCode: .ok, headers: headers, body: Data(bytes))
  }

  static func empty(_ status: HTTPStatusCode) -> Self {
    Self(statusCode: status, headers: headers("text/plain; charset=utf-8"), body: Data())
  }

  static func redirect(to path: String) -> Self {
    var headers = headers("text/plain; charset=utf-8")
    headers[.location] = path
    return Self(statusCode: .seeOther, headers: headers, body: Data())
  }

  static func text(
    _ status: HTTPStatusCode, _ message: String, allow: String? = nil
  ) -> Self {
    var headers = headers("text/plain; charset=utf-8")
    headers[HTTPHeader("Allow")] = allow
    return Self(statusCode: status, headers: headers, body: Data((message + "\n").utf8))
  }

  private static func headers(_ type: String) -> HTTPHeaders {
    [
      .contentType: type,
      .cacheControl: "no-store",
      HTTPHeader("X-Content-Type-Options"): "nosniff",
      HTTPHeader("Cross-Origin-Opener-Policy"): "same-origin",
      HTTPHeader("Cross-Origin-Resource-Policy"): "same-origin",
      HTTPHeader("Referrer-Policy"): "no-referrer",
    ]
  }
}
