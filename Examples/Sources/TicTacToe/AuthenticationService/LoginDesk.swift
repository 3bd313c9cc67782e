import AuthenticationClient
import Foundation

/// Knows the accounts, and the logins that wait for their second factor.
package actor LoginDesk {
  /// A user of the example.
  package struct Account: Sendable {
    package let password: String
    /// Whether a login takes a code as well.
    package let hasSecondFactor: Bool
  }

  private struct PendingLogin {
    let code: String
    var attempts = 0
  }

  /// The accounts of the example, whose passwords `--help` shows.
  package static let accounts = [
    "anna@example.com": Account(password: "password", hasSecondFactor: false),
    "ben@example.com": Account(password: "password", hasSecondFactor: true),
  ]

  /// The number of wrong codes that ends a login.
  private static let mostAttempts = 3

  private let makeCode: @Sendable () -> String
  private let deliver: @Sendable (_ code: String, _ email: String) -> Void
  private var pending: [String: PendingLogin] = [:]

  /// - Parameters:
  ///   - makeCode: Makes a code for a login.
  ///   - deliver: Brings a code to the user, in another way than the login.
  package init(
    makeCode: @escaping @Sendable () -> String,
    deliver: @escaping @Sendable (_ code: String, _ email: String) -> Void
  ) {
    self.makeCode = makeCode
    self.deliver = deliver
  }

  /// - Throws: ``AuthenticationError``
  package func login(email: String, password: String) throws -> AuthenticationResponse {
    guard let account = Self.accounts[email.lowercased()], account.password == password else {
      throw AuthenticationError.wrongCredentials
    }
    let token = UUID().uuidString
    guard account.hasSecondFactor else { return AuthenticationResponse(token: token) }
    let code = makeCode()
    pending[token] = PendingLogin(code: code)
    deliver(code, email)
    return AuthenticationResponse(token: token, isTwoFactorRequired: true)
  }

  /// - Throws: ``AuthenticationError``
  package func confirm(code: String, token: String) throws -> AuthenticationResponse {
    guard var login = pending.removeValue(forKey: token) else { throw AuthenticationError.expired }
    guard login.code == code else {
      login.attempts += 1
      guard login.attempts < Self.mostAttempts else { throw AuthenticationError.expired }
      pending[token] = login
      throw AuthenticationError.wrongCode
    }
    return AuthenticationResponse(token: UUID().uuidString)
  }
}
