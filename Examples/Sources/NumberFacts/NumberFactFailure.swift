import Foundation

/// Why there is no fact about a number.
package enum NumberFactFailure: Error, Codable, Equatable, Sendable {
  case unreachable(URL, reason: String)
  case status(Int, URL)
  case notText(URL)
  case other(String)

  package init(_ error: any Error) {
    self = error as? Self ?? .other(String(describing: error))
  }
}

extension NumberFactFailure: CustomStringConvertible {
  package var description: String {
    switch self {
    case .unreachable(let url, let reason):
      "\(url.absoluteString) does not answer (\(reason)). Is the service running?"
    case .status(let status, let url):
      "\(url.absoluteString) answered with HTTP status \(status). Try another number."
    case .notText(let url):
      "\(url.absoluteString) answered without a text. Is it a service of facts about numbers?"
    case .other(let text):
      text
    }
  }
}
