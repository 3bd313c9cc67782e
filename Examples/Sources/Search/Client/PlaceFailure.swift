/// Why a request has no answer.
enum PlaceFailure: Error, Equatable, Sendable {
  case unreachable(reason: String)
  case status(Int)
  case unreadable(reason: String)

  init(_ error: any Error) {
    self = error as? Self ?? .unreadable(reason: "\(error)")
  }

  /// Whether the same request may succeed a moment later.
  var isTemporary: Bool {
    switch self {
    case .unreachable: true
    case .status(let status): 500..<600 ~= status
    case .unreadable: false
    }
  }
}

extension PlaceFailure: CustomStringConvertible {
  var description: String {
    switch self {
    case .unreachable(let reason): "The service does not answer (\(reason))."
    case .status(503): "The service is overloaded (HTTP status 503)."
    case .status(let status): "The service answered with HTTP status \(status)."
    case .unreadable(let reason): "The answer of the service cannot be read (\(reason))."
    }
  }
}
