import TextTables

/// The page that shows a trace, as one document with its styles and its script.
///
/// A Content-Security-Policy prevents it from loading resources, running other scripts, and sending
/// data.
public struct PageDocument: Sendable {
  /// The part before the data, if that is in the document.
  let head: String
  /// The part after the data.
  let tail: String

  /// The policy, which the document contains as well: a server can send it as a header.
  public let contentSecurityPolicy: String

  /// The document, for data on a server.
  public var text: String { head + tail }

  /// The source of a page's data.
  public enum Source: String, Sendable {
    /// In the document.
    case inline
    /// Files next to the document: `head`, and `chunks/n` for each chunk.
    case served
    /// No data: two pages below the document, `before/` and `after/`, each have the data of a
    /// recording.
    case compared
    /// Changing files next to the document: `figures`, and `figures/n` for those that follow number
    /// n.
    case live
  }

  /// Assembles a document, with a random nonce that permits its script.
  ///
  /// - Parameters:
  ///   - title: The title of the page.
  ///   - source: The source of its data.
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

  /// As text of HTML. Invisible characters, and those that change the direction of text, are
  /// replaced.
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
