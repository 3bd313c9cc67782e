import AuthenticationClient
import FlyingFox
import Foundation
import LoopbackServer

/// Answers requests, in JSON:
///
/// | request | answer |
/// |---|---|
/// | `POST /login` with `email` and `password` | ``AuthenticationResponse``, or 401 |
/// | `POST /two-factor` with `code` and `token` | the same; 410 if the token has expired |
package struct AuthenticationHandler: HTTPHandler {
  /// The maximum size of a request body, in bytes.
  private static let mostBytes = 4096

  private let desk: LoginDesk

  package init(_ desk: LoginDesk) {
    self.desk = desk
  }

  package func handleRequest(_ request: HTTPRequest) async throws -> HTTPResponse {
    guard ["/login", "/two-factor"].contains(request.path) else {
      return HTTPResponse(statusCode: .notFound)
    }
    guard request.method == .POST else { return .notAllowed("POST") }
    guard let length = request.headers[.contentLength].flatMap({ Int($0) }) else {
      return HTTPResponse(statusCode: .lengthRequired)
    }
    guard length <= Self.mostBytes else { return HTTPResponse(statusCode: .payloadTooLarge) }
    guard
      let body = try? JSONDecoder().decode([String: String].self, from: try await request.bodyData)
    else { return HTTPResponse(statusCode: .badRequest) }
    if request.path == "/login" {
      guard let email = body["email"], let password = body["password"] else {
        return HTTPResponse(statusCode: .badRequest)
      }
      return try await answer { try await desk.login(email: email, password: password) }
    }
    guard let code = body["code"], let token = body["token"] else {
      return HTTPResponse(statusCode: .badRequest)
    }
    return try await answer { try await desk.confirm(code: code, token: token) }
  }

  private func answer(
    _ login: () async throws -> AuthenticationResponse
  ) async throws -> HTTPResponse {
    do {
      return try .json(await login())
    } catch AuthenticationError.expired {
      return HTTPResponse(statusCode: .gone)
    } catch is AuthenticationError {
      return HTTPResponse(statusCode: .unauthorized)
    }
  }
}
