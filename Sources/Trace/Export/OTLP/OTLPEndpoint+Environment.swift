import TextTables

extension OTLPEndpoint {
  /// Creates settings from the environment variables of OpenTelemetry's specification.
  ///
  /// For `OTEL_EXPORTER_OTLP_ENDPOINT`, `_HEADERS`, `_TIMEOUT`, `_COMPRESSION`, `_CERTIFICATE`,
  /// `_CLIENT_CERTIFICATE` and `_CLIENT_KEY` there is one variable for spans and one for log
  /// records each, such as `OTEL_EXPORTER_OTLP_TRACES_ENDPOINT`, which takes precedence.
  /// `OTEL_SERVICE_NAME` and `OTEL_RESOURCE_ATTRIBUTES` describe the processes.
  ///
  /// - Parameters:
  ///   - base: The URL of the collector, instead of the environment's.
  ///   - signal: The kind of data that is sent to it.
  ///   - environment: Names and values of variables.
  /// - Throws: ``OTLPSettingError`` if one has an invalid value.
  public init(
    base: String? = nil, signal: OTLPSignal = .traces, environment: [String: String]
  ) throws(OTLPSettingError) {
    let variables = Variables(signal, environment)
    if let base {
      try self.init(base: base, signal: signal)
    } else if let url = variables["OTEL_EXPORTER_OTLP_\(signal.variable)_ENDPOINT"] {
      try self.init(url: url, signal: signal)
    } else {
      try self.init(
        base: variables["OTEL_EXPORTER_OTLP_ENDPOINT"] ?? Self.defaultBase, signal: signal)
    }
    if let (name, text) = variables.ofSignal("HEADERS") {
      for (key, value) in try Self.pairs(text, name) { try setHeader(key, value) }
    }
    if let (name, text) = variables.ofSignal("TIMEOUT") {
      guard let milliseconds = Int64(text), (1...86_400_000).contains(milliseconds) else {
        throw OTLPSettingError(
          "\(name) is “\(text.printable())”: it takes a number of milliseconds, from 1 to a day.")
      }
      timeout = .milliseconds(milliseconds)
    }
    if let (name, text) = variables.ofSignal("COMPRESSION") {
      guard ["gzip", "none"].contains(text) else {
        throw OTLPSettingError("\(name) is “\(text.printable())”: it takes gzip or none.")
      }
      isCompressed = text == "gzip"
    }
    authorities = variables.ofSignal("CERTIFICATE")?.value
    clientCertificate = variables.ofSignal("CLIENT_CERTIFICATE")?.value
    clientKey = variables.ofSignal("CLIENT_KEY")?.value
    try setResource(variables)
  }

  private mutating func setResource(_ variables: Variables) throws(OTLPSettingError) {
    let name = "OTEL_RESOURCE_ATTRIBUTES"
    for (key, value) in try Self.pairs(variables[name] ?? "", name) {
      if key == "service.name" {
        resource.serviceName = value
      } else {
        resource.attributes.append(OTLPResource.Attribute(key: key, value: value))
      }
    }
    resource.serviceName = variables["OTEL_SERVICE_NAME"] ?? resource.serviceName
  }

  /// Variables with a value: empty ones count as unset.
  private struct Variables {
    private let signal: OTLPSignal
    private let values: [String: String]

    init(_ signal: OTLPSignal, _ values: [String: String]) {
      self.signal = signal
      self.values = values
    }

    subscript(name: String) -> String? { values[name].flatMap { $0.isEmpty ? nil : $0 } }

    func ofSignal(_ name: String) -> (name: String, value: String)? {
      for name in [
        "OTEL_EXPORTER_OTLP_\(signal.variable)_\(name)", "OTEL_EXPORTER_OTLP_\(name)",
      ] {
        if let value = self[name] { return (name, value) }
      }
      return nil
    }
  }

  /// Parses a list such as `key=value,other=a%20value`.
  private static func pairs(
    _ text: String, _ name: String
  ) throws(OTLPSettingError) -> [(key: String, value: String)] {
    var pairs: [(key: String, value: String)] = []
    for pair in text.split(separator: ",") {
      let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let key = trimmed(parts[0])
      if key.isEmpty, parts.count == 1 { continue }
      // Values are not quoted: they can be secret keys.
      guard parts.count == 2, !key.isEmpty, let value = percentDecoded(trimmed(parts[1])) else {
        throw OTLPSettingError("\(name) cannot be read: it takes key=value,key=value.")
      }
      pairs.append((String(key), value))
    }
    return pairs
  }

  private static func trimmed(_ text: Substring) -> Substring {
    var text = text.drop { $0 == " " }
    while text.last == " " { text.removeLast() }
    return text
  }

  private static func percentDecoded(_ text: Substring) -> String? {
    var bytes: [UInt8] = []
    var rest = text.utf8[...]
    while let byte = rest.popFirst() {
      guard byte == 0x25 else {
        bytes.append(byte)
        continue
      }
      guard rest.count >= 2,
        let decoded = UInt8(String(Substring(rest.prefix(2))), radix: 16)
      else { return nil }
      bytes.append(decoded)
      rest = rest.dropFirst(2)
    }
    return String(validating: bytes, as: UTF8.self)
  }
}
