import Foundation

/// The address of a service, as an option of a program.
package enum ServiceAddress {
  /// Reads an address such as `http://127.0.0.1:8080/`.
  package static func parse(_ text: String) throws -> URL {
    guard let url = URL(string: text), let scheme = url.scheme?.lowercased(),
      ["http", "https"].contains(scheme), url.host?.isEmpty == false
    else { throw ServiceAddressFailure(text: text) }
    return url
  }
}

/// A text that is no address.
package struct ServiceAddressFailure: Error, CustomStringConvertible {
  let text: String

  package var description: String { "'\(text)' is no address like http://127.0.0.1:8080/." }
}
