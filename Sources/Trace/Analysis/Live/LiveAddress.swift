/// The address of a live session: a relay daemon, and one of its sessions.
///
/// As text: `net://RELAY[:PORT]/host/TARGET/SESSION`, which is how LTTng's own tools write it, or
/// `net://RELAY[:PORT]` for a relay daemon without a session.
public struct LiveAddress: Sendable, Hashable, CustomStringConvertible {
  /// The relay daemon's machine: a name or an address; one of version 6 in brackets.
  public var relay: String
  /// The port for viewers.
  public var port: UInt16
  /// The name of the recorded machine, `nil` for an address without a session.
  public var target: String?
  /// The name of the session, `nil` for an address without a session.
  public var session: String?

  /// The port for viewers that relay daemons use by default.
  public static let defaultPort: UInt16 = 5344

  /// Creates an address.
  public init(
    relay: String, port: UInt16 = Self.defaultPort, target: String? = nil, session: String? = nil
  ) {
    self.relay = relay
    self.port = port
    self.target = target
    self.session = session
  }

  /// Parses an address, with or without `net://`; `nil` if the text is not one.
  public init?(_ text: String) {
    var rest = text[...]
    if let scheme = text.firstRange(of: "://") {
      guard text[..<scheme.lowerBound] == "net" else { return nil }
      rest = text[scheme.upperBound...]
    }
    let parts = rest.split(separator: "/", omittingEmptySubsequences: false)
    guard let place = parts.first, let (relay, port) = Self.place(place) else { return nil }
    let path = parts.dropFirst().filter { !$0.isEmpty }
    switch path.count {
    case 0: self.init(relay: relay, port: port)
    case 3 where path[0] == "host":
      self.init(relay: relay, port: port, target: String(path[1]), session: String(path[2]))
    default: return nil
    }
  }

  private static func place(_ text: Substring) -> (relay: String, port: UInt16)? {
    guard !text.isEmpty, !text.contains(where: \.isWhitespace) else { return nil }
    let end = text.hasPrefix("[") ? text.firstIndex(of: "]") : text.startIndex
    guard let end else { return nil }
    guard let colon = text[end...].firstIndex(of: ":") else {
      return (String(text), defaultPort)
    }
    guard colon > text.startIndex, let port = UInt16(text[text.index(after: colon)...]), port > 0
    else { return nil }
    return (String(text[..<colon]), port)
  }

  /// The address of the relay daemon, without a session.
  public var ofRelay: String { "net://\(relay):\(port)" }

  /// The address, as LTTng's own tools write it.
  public var description: String {
    guard let target, let session else { return ofRelay }
    return "\(ofRelay)/host/\(target)/\(session)"
  }
}
