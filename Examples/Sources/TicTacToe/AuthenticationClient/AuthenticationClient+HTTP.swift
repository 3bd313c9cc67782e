import Foundation
import FoundationNetworking
import Requests

extension AuthenticationClient {
  /// Asks a service over HTTP.
  package static func http(_ address: URL) -> Self {
    Self(
      login: { email, password in
        try await post(
          address, "login", ["email": email, "password": password], refusal: .wrongCredentials)
      },
      twoFactor: { code, token in
        try await post(address, "two-factor", ["code": code, "token": token], refusal: .wrongCode)
      })
  }

  private static func post(
    _ address: URL, _ path: String, _ body: [String: String], refusal: AuthenticationError
  ) async throws -> AuthenticationResponse {
    var request = URLRequest(url: address.appendingPathComponent(path), timeoutInterval: 10)
    request.httpMethod = "POST"
    request.httpBody = try JSONEncoder().encode(body)
    request.setValue("application/json", forHTTPHeaderField: "Content-Type")
    let data: Data
    let response: URLResponse
    do {
      (data, response) = try await URLSession.shared.answer(to: request)
    } catch {
      // A request that was cancelled has not failed.
      try Task.checkCancellation()
      throw AuthenticationError.unavailable(reason: error.localizedDescription)
    }
    switch (response as? HTTPURLResponse)?.statusCode ?? 0 {
    case 200: break
    case 401: throw refusal
    case 410: throw AuthenticationError.expired
    case let status: throw AuthenticationError.unavailable(reason: "HTTP status \(status)")
    }
    do {
      return try JSONDecoder().decode(AuthenticationResponse.self, from: data)
    } catch {
      throw AuthenticationError.unavailable(reason: "its answer cannot be read")
    }
  }
}
