/// Why a login fails.
package enum AuthenticationError: Error, Equatable, Sendable {
  /// The email address or the password is wrong.
  case wrongCredentials
  /// The code is wrong.
  case wrongCode
  /// The token of the second factor is not valid any more.
  case expired
  /// The service does not answer as it should.
  case unavailable(reason: String)

  package init(_ error: any Error) {
    self = error as? Self ?? .unavailable(reason: "\(error)")
  }
}

extension AuthenticationError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .wrongCredentials: "The email address or the password is wrong."
    case .wrongCode: "The code is wrong."
    case .expired: "Too many wrong codes, or too late. Log in again."
    case .unavailable(let reason): "The service is not available: \(reason). Try again later."
    }
  }
}
