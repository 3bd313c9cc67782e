import FoundationEssentials
import TextTables

/// The response to a request of OTLP.
struct OTLPResponse: Equatable {
  var status: Int
  /// The pause that the server requests.
  var retryAfter: Duration?
  var contentType = ""
  var body: [UInt8] = []

  init(status: Int) { self.status = status }

  /// The response of a server that accepted a request, but not all of its items.
  struct PartialSuccess: Equatable {
    var rejected: UInt64 = 0
    var message = ""
  }

  var isSuccess: Bool { (200..<300).contains(status) }

  /// Whether the same request may be accepted later.
  var asksForRetry: Bool { [429, 502, 503, 504].contains(status) }

  /// Whether the server has nothing for such requests at this URL.
  var isOfNothing: Bool { [404, 405, 501].contains(status) }

  /// Whether the response is a web page: no collector responds with one to requests.
  var isPage: Bool { contentType.lowercased().hasPrefix("text/html") }

  /// The rejected items in a response of success.
  var partialSuccess: PartialSuccess {
    if contentType.lowercased().hasPrefix("application/json") { return partialSuccessOfJSON }
    var result = PartialSuccess()
    var response = ProtobufReader(body[...])
    while let field = response.next() {
      guard case (1, .bytes(let content)) = field else { continue }
      var message = ProtobufReader(content)
      while let field = message.next() {
        switch field {
        // Negative numbers are invalid.
        case (1, .number(let number)): result.rejected = UInt64(max(Int64(bitPattern: number), 0))
        case (2, .bytes(let text)): result.message = Self.text(text)
        default: break
        }
      }
    }
    return result
  }

  private var partialSuccessOfJSON: PartialSuccess {
    struct Body: Decodable {
      struct Part: Decodable {
        var rejectedSpans: Number?
        var rejectedLogRecords: Number?
        var errorMessage: String?
      }
      /// In the JSON mapping of Protocol Buffers, a string; some servers write a number.
      struct Number: Decodable {
        var value: Int64
        init(from decoder: any Decoder) throws {
          let container = try decoder.singleValueContainer()
          if let value = try? container.decode(Int64.self) {
            self.value = value
          } else {
            value = Int64(try container.decode(String.self)) ?? 0
          }
        }
      }
      var partialSuccess: Part?
    }
    let part = (try? JSONDecoder().decode(Body.self, from: Data(body)))?.partialSuccess
    return PartialSuccess(
      rejected: UInt64(max((part?.rejectedSpans ?? part?.rejectedLogRecords)?.value ?? 0, 0)),
      message: part?.errorMessage.map { Self.text(Array($0.utf8)[...]) } ?? "")
  }

  /// The status and the server's message: a `google.rpc.Status`, or text.
  var problem: String {
    let name = [
      300..<400: "is a redirection: give the URL that it leads to", 401..<402: "unauthorized",
      403..<404: "forbidden", 404..<405: "not found", 413..<414: "too large",
      415..<416: "unsupported media type", 429..<430: "too many requests",
      500..<501: "internal error", 502..<503: "bad gateway", 503..<504: "unavailable",
      504..<505: "gateway timeout",
    ].first { $0.key.contains(status) }?.value
    var text = "status \(status)"
    if let name { text += status < 400 ? " \(name)" : " (\(name))" }
    let message = message
    return message.isEmpty ? text : "\(text), “\(message)”"
  }

  private var message: String {
    let type = contentType.lowercased()
    if type.hasPrefix("application/x-protobuf") {
      var status = ProtobufReader(body[...])
      while let field = status.next() {
        if case (2, .bytes(let text)) = field { return Self.text(text) }
      }
      return ""
    }
    return isPage ? "" : Self.text(body[...])
  }

  /// A text of a server, truncated to a readable length, and safe for a terminal.
  private static func text(_ bytes: ArraySlice<UInt8>) -> String {
    let text = String(decoding: bytes.prefix(2000), as: UTF8.self)
    let words = text.split { $0.isWhitespace }.joined(separator: " ").printable()
    return words.count > 300 ? words.prefix(300) + "…" : words
  }
}

/// Reads fields of a message in the wire format of Protocol Buffers, up to an invalid one.
struct ProtobufReader {
  enum Value: Equatable {
    case number(UInt64)
    case bytes(ArraySlice<UInt8>)
  }

  private var rest: ArraySlice<UInt8>

  init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

  mutating func next() -> (number: UInt64, value: Value)? {
    guard let tag = varint() else { return nil }
    switch tag & 7 {
    case 0: return varint().map { (tag >> 3, .number($0)) }
    case 1: return bytes(8).map { (tag >> 3, .bytes($0)) }
    case 2: return varint().flatMap { bytes($0) }.map { (tag >> 3, .bytes($0)) }
    case 5: return bytes(4).map { (tag >> 3, .bytes($0)) }
    default: return nil
    }
  }

  private mutating func varint() -> UInt64? {
    var value: UInt64 = 0
    for shift in stride(from: 0, to: 64, by: 7) {
      guard let byte = rest.popFirst() else { return nil }
      value |= UInt64(byte & 0x7f) << shift
      if byte < 0x80 { return value }
    }
    return nil
  }

  private mutating func bytes(_ count: UInt64) -> ArraySlice<UInt8>? {
    guard count <= rest.count else { return nil }
    defer { rest = rest.dropFirst(Int(count)) }
    return rest.prefix(Int(count))
  }
}
