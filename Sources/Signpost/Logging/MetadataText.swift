import Logging

/// A log record's metadata as one line, sorted by key: `attempt=2 host=example.org path="/a b"`.
///
/// Dictionaries have the form `{a=1, b=2}`, lists `[1, 2]`. An ambiguous text is quoted.
enum MetadataText {
  static func of(_ metadata: Logger.Metadata) -> String {
    pairs(metadata).joined(separator: " ")
  }

  private static func pairs(_ metadata: Logger.Metadata) -> [String] {
    metadata.sorted { $0.key < $1.key }.map { "\(word($0.key))=\(text($0.value))" }
  }

  private static func text(_ value: Logger.MetadataValue) -> String {
    switch value {
    case .string(let string): word(string)
    case .stringConvertible(let value): word(value.description)
    case .dictionary(let metadata): "{\(pairs(metadata).joined(separator: ", "))}"
    case .array(let values): "[\(values.map(text).joined(separator: ", "))]"
    }
  }

  private static func word(_ text: String) -> String {
    let isPlain =
      !text.isEmpty
      && text.unicodeScalars.allSatisfy { scalar in
        !scalar.properties.isWhitespace && scalar.properties.generalCategory != .control
          && !#""\=,[]{}"#.unicodeScalars.contains(scalar)
      }
    return isPlain ? text : quoted(text)
  }

  private static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": result += "\\\(scalar)"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      default:
        if scalar.properties.generalCategory == .control {
          result += "\\u{\(String(scalar.value, radix: 16))}"
        } else {
          result.unicodeScalars.append(scalar)
        }
      }
    }
    return result + "\""
  }
}
