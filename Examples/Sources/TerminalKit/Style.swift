import Foundation

/// How text looks on a terminal: the parameters of ECMA-48's Select Graphic Rendition.
package struct Style: Sendable {
  private let code: String

  package static let bold = Style(code: "1")
  package static let dim = Style(code: "2")
  package static let reversed = Style(code: "7")
  package static let struckOut = Style(code: "9")
  package static let red = Style(code: "31")
  package static let green = Style(code: "32")

  /// Whether this program's user wants colours: unless they say otherwise (https://no-color.org).
  package static let isWanted = isWanted(ProcessInfo.processInfo.environment)

  package static func isWanted(_ environment: [String: String]) -> Bool {
    environment["NO_COLOR", default: ""].isEmpty && environment["TERM"] != "dumb"
  }

  package func callAsFunction(_ text: String, if isWanted: Bool = Self.isWanted) -> String {
    isWanted ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
  }
}
