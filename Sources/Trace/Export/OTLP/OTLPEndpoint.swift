import TextTables

/// The settings of an exporter of OpenTelemetry: the destination of spans or of log records, and
/// the parameters of requests.
///
/// ```swift
/// let endpoint = try OTLPEndpoint(base: "http://localhost:4318")
/// let sent = try TraceExport.send("my-recording", to: endpoint)
/// print(sent.spans.accepted)
/// ```
public struct OTLPEndpoint: Sendable, Equatable {
  /// The kind of data that is sent to it.
  public let signal: OTLPSignal

  /// The URL that requests are posted to.
  public let url: String

  /// Headers of each request, such as an API key.
  public private(set) var headers: [Header] = []

  /// The time limit of one request.
  public var timeout: Duration = .seconds(10)

  /// Whether requests are compressed with gzip, which every collector supports.
  ///
  /// If a server refuses that nevertheless, the rest is sent uncompressed.
  public var isCompressed = true

  /// The time after which the repetition of a request, and the export, are given up.
  public var retryLimit: Duration = .seconds(60)

  /// A file with certificates of trusted authorities, instead of the system's.
  public var authorities: String?

  /// A file with the client certificate.
  public var clientCertificate: String?

  /// A file with the key of ``clientCertificate``.
  public var clientKey: String?

  /// The names and attributes of services.
  public var resource = OTLPResource()

  /// A header of a request.
  public struct Header: Sendable, Equatable {
    /// The name.
    public var name: String
    /// The value.
    public var value: String
  }

  /// The address of a collector on the same machine.
  public static let defaultBase = "http://localhost:4318"

  /// Creates settings for the URL of a collector.
  ///
  /// - Parameters:
  ///   - base: The URL of the collector. `/v1/traces` or `/v1/logs` is appended; if it ends with
  ///     one of these already, that is replaced.
  ///   - signal: The kind of data that is sent to it.
  /// - Throws: ``OTLPSettingError`` if it is not a URL.
  public init(
    base: String = Self.defaultBase, signal: OTLPSignal = .traces
  ) throws(OTLPSettingError) {
    let url = try OTLPURL(base, "the endpoint")
    self.init(url: url.appending(signal.path, insteadOf: OTLPSignal.allCases.map(\.path)), signal)
  }

  /// Creates settings for the URL that requests are posted to.
  ///
  /// - Throws: ``OTLPSettingError`` if it is not a URL.
  public init(url: String, signal: OTLPSignal = .traces) throws(OTLPSettingError) {
    self.init(url: try OTLPURL(url, "the endpoint"), signal)
  }

  private init(url: OTLPURL, _ signal: OTLPSignal) {
    self.signal = signal
    self.url = url.text
    displayedURL = url.withoutSecrets
    host = url.host
    isEncrypted = url.isEncrypted
    urlHasSecrets = url.hasSecrets
  }

  /// The URL without possible secrets: name and password, and the query.
  public let displayedURL: String

  /// The host of the collector.
  package let host: String

  /// Whether requests are encrypted.
  package let isEncrypted: Bool

  private let urlHasSecrets: Bool

  /// Whether requests may have a key: a header, or a part of the URL.
  package var mayHaveKey: Bool { urlHasSecrets || !headers.isEmpty }

  /// Adds a header, or replaces the one of this name.
  ///
  /// - Throws: ``OTLPSettingError`` if it is invalid, or set by each request.
  public mutating func setHeader(_ name: String, _ value: String) throws(OTLPSettingError) {
    let header = Header(name: name, value: value)
    guard header.isValid else {
      throw OTLPSettingError(
        "“\(name.printable())” cannot be the name of a header of this value.")
    }
    let own = ["content-type", "content-encoding", "content-length", "transfer-encoding"]
    if own.contains(name.lowercased()) {
      throw OTLPSettingError("“\(name)” is a header that each request has: leave it out.")
    }
    headers.removeAll { $0.name.lowercased() == name.lowercased() }
    headers.append(header)
  }
}

extension OTLPEndpoint.Header {
  /// Whether the header can be sent unchanged: a value with a line break would be two headers.
  fileprivate var isValid: Bool {
    let punctuation = Set("!#$%&'*+-.^_`|~".utf8)
    let isToken = name.utf8.allSatisfy { byte in
      punctuation.contains(byte) || (0x30...0x39).contains(byte)
        || (0x61...0x7a).contains(byte | 0x20)
    }
    return isToken && !name.isEmpty && value.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7f || $0 == 9 }
  }

  /// In libcurl's notation: with a colon, a header without a value would be omitted.
  var line: String { value.isEmpty ? "\(name);" : "\(name): \(value)" }
}

/// The attributes that the spans of a process have in common.
public struct OTLPResource: Sendable, Equatable {
  /// The name of the service, instead of the name of the process.
  public var serviceName: String?

  /// More attributes, in this order.
  public var attributes: [Attribute] = []

  /// A name and a value.
  public struct Attribute: Sendable, Equatable {
    /// The name, such as `deployment.environment.name`.
    public var key: String
    /// The value.
    public var value: String
  }

  /// Creates a resource with the name of its process.
  public init() {}
}

/// An invalid setting.
public struct OTLPSettingError: Error, Equatable, CustomStringConvertible {
  /// A sentence for the user: the setting, and the remedy.
  public let description: String

  init(_ description: String) { self.description = description }
}
