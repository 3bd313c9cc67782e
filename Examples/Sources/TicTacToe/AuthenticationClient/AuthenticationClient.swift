import ComposableArchitecture

/// Logs users in. A user with a second factor gets a token for it first, and the token of the
/// session in exchange for that and a code.
///
/// The functions throw ``AuthenticationError``.
@DependencyClient
package struct AuthenticationClient: Sendable {
  /// Logs in with an email address and a password.
  package var login:
    @Sendable (_ email: String, _ password: String) async throws
      -> AuthenticationResponse
  /// Logs in with the code of a second factor.
  package var twoFactor:
    @Sendable (_ code: String, _ token: String) async throws
      -> AuthenticationResponse
}

extension AuthenticationClient: TestDependencyKey {
  package static let testValue = Self()
}

extension DependencyValues {
  /// The service that logs users in. The program decides at its start which one that is.
  package var authenticationClient: AuthenticationClient {
    get { self[AuthenticationClient.self] }
    set { self[AuthenticationClient.self] = newValue }
  }
}

/// The response of the service to a login.
package struct AuthenticationResponse: Codable, Equatable, Sendable {
  /// The token of the session, or of the second factor if one is required.
  package var token: String
  package var isTwoFactorRequired: Bool

  package init(token: String, isTwoFactorRequired: Bool = false) {
    self.token = token
    self.isTwoFactorRequired = isTwoFactorRequired
  }
}
