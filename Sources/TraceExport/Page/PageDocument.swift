import TextTables

/// The page that shows a trace, as one document: its styles and its script are in it.
///
/// A Content-Security-Policy lets it load nothing, run nothing else, and send nothing anywhere.
public struct PageDocument: Sendable {
  /// What comes before the data, if that is in the document.
  let head: String
  /// What comes after the data.
  let tail: String

  /// The policy, which is in the document as well: a server can have it in a header.
  public let contentSecurityPolicy: String

  /// The document, for data that a server has.
  public var text: String { head + tail }

  /// Where a page has its data.
  public enum Source: String, Sendable {
    /// In the document.
    case inline
    /// Next to the document: `head`, and `chunks/n` for each chunk.
    case served
    /// None: two pages below the document, `before/` and `after/`, have the data of a recording
    /// each.
    case compared
    /// Next to the document, and changing: `figures`, and `figures/n` for those that follow number
    /// n.
    case live
  }

  /// Puts a document together, with a random word of its own that allows its script.
  ///
  /// - Parameters:
  ///   - title: What it is called.
  ///   - source: Where it has its data.
  public init(title: String, source: Source) {
    let nonce = Self.nonce()
    contentSecurityPolicy = [
      "default-src 'none'", "script-src 'nonce-\(nonce)'", "style-src 'nonce-\(nonce)'",
      "img-src data:",
      source == .served || source == .live ? "connect-src 'self'" : nil,
      source == .compared ? "frame-src 'self'" : nil, "base-uri 'none'", "form-action 'none'",
    ]
    .compactMap { $0 }.joined(separator: "; ")
    var lines: [String] = []
    var head: String?
    var hasStyles = false
    for line in PageFile.document.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("<meta charset=") {
        lines.append(String(line))
        lines.append(
          "<meta http-equiv=\"Content-Security-Policy\" content=\"\(contentSecurityPolicy)\">")
      } else if line.hasPrefix("<meta name=\"signpost-data\"") {
        lines.append("<meta name=\"signpost-data\" content=\"\(source.rawValue)\">")
      } else if line.hasPrefix("<title>") {
        lines.append("<title>\(Self.escaped(title))</title>")
      } else if line.hasPrefix("<link rel=\"stylesheet\"") {
        if !hasStyles { lines.append("<style nonce=\"\(nonce)\">\n\(PageFile.styles)</style>") }
        hasStyles = true
      } else if line.hasPrefix("<script type=\"module\" src=") {
        head = lines.joined(separator: "\n") + "\n"
        lines = ["<script type=\"module\" nonce=\"\(nonce)\">\n\(PageFile.scripts)</script>"]
      } else {
        lines.append(String(line))
      }
    }
    self.head = head ?? ""
    tail = lines.joined(separator: "\n")
  }

  private static func nonce() -> String {
    let number = (UInt64.random(in: .min ... .max), UInt64.random(in: .min ... .max))
    return String(number.0, radix: 36) + String(number.1, radix: 36)
  }

  /// As text of HTML. What is not seen, or changes how the rest is seen, is replaced.
  static func escaped(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      default:
        let isSeen =
          ![.control, .format, .lineSeparator, .paragraphSeparator]
          .contains(scalar.properties.generalCategory)
        escaped.unicodeScalars.append(isSeen ? scalar : "\u{fffd}")
      }
    }
    return escaped
  }
}
