/// The address of a relay daemon, in the form `HOST[:CONTROL[:DATA]]`, also after LTTng's `net://`.
///
/// An IPv6 address is in brackets if ports follow.
package struct RelayAddress: Equatable, Sendable {
  /// The ports that LTTng's relay daemon listens on by default.
  package static let controlPort: UInt16 = 5342
  package static let dataPort: UInt16 = 5343

  package var host: String
  package var controlPort: UInt16
  package var dataPort: UInt16

  package init(
    host: String, controlPort: UInt16 = Self.controlPort, dataPort: UInt16 = Self.dataPort
  ) {
    self.host = host
    self.controlPort = controlPort
    self.dataPort = dataPort
  }

  /// Parses an address; nil if it is invalid.
  package init?(_ text: String) {
    let scheme = "net://"
    var rest = text.hasPrefix(scheme) ? text.dropFirst(scheme.count) : text[...]
    var host: Substring
    if rest.first == "[" {
      guard let end = rest.firstIndex(of: "]") else { return nil }
      host = rest[rest.index(after: rest.startIndex)..<end]
      rest = rest[rest.index(after: end)...]
      guard rest.isEmpty || rest.first == ":" else { return nil }
    } else if rest.split(separator: ":", omittingEmptySubsequences: false).count > 3 {
      // More colons than before two ports: an IPv6 address without ports.
      host = rest
      rest = ""
    } else {
      host = rest.prefix { $0 != ":" }
      rest = rest.dropFirst(host.count)
    }
    guard !host.isEmpty, host.unicodeScalars.allSatisfy(Self.isPartOfHost) else { return nil }
    let ports = rest.dropFirst().split(separator: ":", omittingEmptySubsequences: false)
    let numbers = ports.compactMap { UInt16($0) }.filter { $0 > 0 }
    guard rest.isEmpty || (ports.count == numbers.count && (1...2).contains(ports.count)) else {
      return nil
    }
    self.init(
      host: String(host), controlPort: numbers.first ?? Self.controlPort,
      dataPort: numbers.count > 1 ? numbers[1] : Self.dataPort)
    if controlPort == dataPort { return nil }
  }

  private static func isPartOfHost(_ character: Unicode.Scalar) -> Bool {
    character.isASCII
      && (character.properties.isAlphabetic
        || "0123456789.-_:%".unicodeScalars
          .contains(character))
  }
}

extension RelayAddress: CustomStringConvertible {
  /// In the form of a command line, with the ports that differ from the default.
  package var description: String {
    let host = host.contains(":") ? "[\(host)]" : host
    if dataPort != Self.dataPort { return "\(host):\(controlPort):\(dataPort)" }
    return controlPort == Self.controlPort ? host : "\(host):\(controlPort)"
  }
}
