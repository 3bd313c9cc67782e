import TextTables

/// An http or https URL, as far as relevant for requests of OTLP.
struct OTLPURL {
  private var scheme: String
  /// Scheme, host and port.
  private var authority: String
  private var path: String
  private var query: String

  /// - Parameter setting: The name of the setting, for the message.
  init(_ text: String, _ setting: String) throws(OTLPSettingError) {
    func refusal(_ advice: String) -> OTLPSettingError {
      OTLPSettingError("“\(text.printable())” cannot be \(setting): \(advice).")
    }
    guard let separator = text.firstRange(of: "://"),
      ["http", "https"].contains(text[..<separator.lowerBound].lowercased())
    else { throw refusal("give a URL that starts with http:// or https://") }
    scheme = text[..<separator.lowerBound].lowercased()
    let rest = text[separator.upperBound...]
    let authorityEnd = rest.firstIndex { "/?#".contains($0) } ?? rest.endIndex
    authority = String(rest[..<authorityEnd])
    let pathEnd = rest[authorityEnd...].firstIndex { "?#".contains($0) } ?? rest.endIndex
    path = String(rest[authorityEnd..<pathEnd])
    // The fragment is not sent.
    query = String(rest[pathEnd...].prefix { $0 != "#" })
    let host = authority.split(separator: "@", omittingEmptySubsequences: false).last ?? ""
    guard !host.isEmpty, !host.hasPrefix(":") else { throw refusal("it names no host") }
    guard text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7f }) else {
      throw refusal("write spaces and letters beyond ASCII as %20 and the like")
    }
    if path.isEmpty { path = "/" }
  }

  /// The URL with a suffix appended.
  ///
  /// - Parameter suffixes: Those that it replaces if the URL ends with one.
  func appending(_ suffix: String, insteadOf suffixes: [String]) -> OTLPURL {
    var url = self
    while url.path.hasSuffix("/") { url.path.removeLast() }
    if let old = suffixes.first(where: url.path.hasSuffix) { url.path.removeLast(old.count) }
    url.path += suffix
    return url
  }

  var isEncrypted: Bool { scheme == "https" }

  /// The host without its port, and without the brackets of an address of version 6.
  var host: String {
    let place = authority.split(separator: "@", omittingEmptySubsequences: false).last ?? ""
    if place.hasPrefix("[") { return String(place.dropFirst().prefix { $0 != "]" }) }
    return String(place.prefix { $0 != ":" })
  }

  /// Whether it has a name, a password or a query.
  var hasSecrets: Bool { authority.contains("@") || !query.isEmpty }

  var text: String { "\(scheme)://\(authority)\(path)\(query)" }

  /// The URL without name, password and query.
  var withoutSecrets: String {
    let host = authority.split(separator: "@", omittingEmptySubsequences: false).last ?? ""
    return "\(scheme)://\(host)\(path)"
  }
}
