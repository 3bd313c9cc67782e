import FlyingFox
import FlyingSocks
import Foundation

/// Requests to a driver, about a session once there is one.
struct WebDriverConnection: Sendable {
  let port: UInt16
  /// The begin of all paths.
  var prefix: [String] = []

  func get(_ path: String) async throws -> WebDriverValue {
    try await send(.GET, path, body: nil)
  }

  @discardableResult
  func post(_ path: String, _ parameters: [String: WebDriverValue]) async throws -> WebDriverValue {
    try await send(.POST, path, body: try JSONEncoder().encode(parameters))
  }

  /// Ends the session, and the browser with it.
  func end() async throws {
    _ = try await send(.DELETE, nil, body: nil)
  }

  private func send(_ method: HTTPMethod, _ path: String?, body: Data?) async throws
    -> WebDriverValue
  {
    // URLSession does not understand the driver's headers, which have no space after the colon.
    var client = HTTPClient()
    let request = HTTPRequest(
      method: method, version: .http11,
      path: "/" + (prefix + [path].compactMap(\.self)).joined(separator: "/"),
      query: [],
      headers: [
        .contentType: "application/json", .host: "127.0.0.1:\(port)", .connection: "close",
      ],
      body: HTTPBodySequence(data: body ?? Data()))
    let response = try await client.sendHTTPRequest(
      request, to: .inet(ip4: "127.0.0.1", port: port))
    let answer = try JSONDecoder().decode(
      [String: WebDriverValue].self, from: try await response.bodyData)
    guard let value = answer["value"], response.statusCode == .ok else {
      throw WebDriverFailure("\(method) \(path ?? ""): \(answer["value"]?["message"] ?? .null)")
    }
    return value
  }
}

/// A value of JSON, as the protocol sends and receives them.
package enum WebDriverValue: Codable, Equatable, Sendable {
  case array([WebDriverValue])
  case bool(Bool)
  case null
  case number(Double)
  case object([String: WebDriverValue])
  case string(String)

  package var string: String? {
    if case .string(let string) = self { string } else { nil }
  }

  package subscript(key: String) -> WebDriverValue? {
    if case .object(let values) = self { values[key] } else { nil }
  }

  package init(from decoder: any Decoder) throws {
    let value = try decoder.singleValueContainer()
    if value.decodeNil() {
      self = .null
    } else if let bool = try? value.decode(Bool.self) {
      self = .bool(bool)
    } else if let number = try? value.decode(Double.self) {
      self = .number(number)
    } else if let string = try? value.decode(String.self) {
      self = .string(string)
    } else if let array = try? value.decode([WebDriverValue].self) {
      self = .array(array)
    } else {
      self = .object(try value.decode([String: WebDriverValue].self))
    }
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .array(let array): try container.encode(array)
    case .bool(let bool): try container.encode(bool)
    case .null: try container.encodeNil()
    case .number(let number): try container.encode(number)
    case .object(let values): try container.encode(values)
    case .string(let string): try container.encode(string)
    }
  }
}

/// The reason why a browser cannot be used, or fails a command.
package struct WebDriverFailure: Error, CustomStringConvertible {
  package let description: String

  init(_ description: String) {
    self.description = description
  }
}
