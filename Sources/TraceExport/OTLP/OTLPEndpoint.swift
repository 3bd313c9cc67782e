import TextTables

/// Where spans are sent, and how: the settings of an exporter of OpenTelemetry.
///
/// ```swift
/// let endpoint = try OTLPEndpoint(base: "http://localhost:4318")
/// let (_, delivery) = try TraceExport.send("my-recording", to: endpoint)
/// print(delivery.accepted)
/// ```
public struct OTLPEndpoint: Sendable, Equatable {
  /// The URL that requests are posted to.
  public let url: String

  /// Headers of each request, such as that of an API key.
  public private(set) var headers: [Header] = []

  /// How long one request may take.
  public var timeout: Duration = .seconds(10)

  /// Whether requests are compressed with gzip, which every collector understands.
  ///
  /// If a server refuses that all the same, the rest is sent as it is.
  public var isCompressed = true

  /// For how long a request is repeated before the export is given up.
  public var retryLimit: Duration = .seconds(60)

  /// A file with certificates of authorities that are trusted, instead of the system's.
  public var authorities: String?

  /// A file with a certificate of ours.
  public var clientCertificate: String?

  /// A file with the key of ``clientCertificate``.
  public var clientKey: String?

  /// What services are called, and what else is said of them.
  public var resource = OTLPResource()

  /// A header of a request.
  public struct Header: Sendable, Equatable {
    /// The name.
    public var name: String
    /// The value.
    public var value: String
  }

  /// Where a collector on the same machine receives spans.
  public static let defaultBase = "http://localhost:4318"

  static let path = "/v1/traces"

  /// Creates settings for the URL of a collector.
  ///
  /// - Parameter base: The URL below which collectors have `/v1/traces`, which may be there
  ///   already.
  /// - Throws: ``OTLPSettingError`` if it is none.
  public init(base: String = Self.defaultBase) throws(OTLPSettingError) {
    let url = try OTLPURL(base, "the endpoint")
    self.init(url: url.appending(Self.path))
  }

  /// Creates settings for the URL that requests are posted to.
  ///
  /// - Throws: ``OTLPSettingError`` if it is none.
  public init(tracesURL: String) throws(OTLPSettingError) {
    self.init(url: try OTLPURL(tracesURL, "the endpoint"))
  }

  private init(url: OTLPURL) {
    self.url = url.text
    displayedURL = url.withoutSecrets
  }

  /// The URL without what is secret in some: name and password, and the query.
  public let displayedURL: String

  /// Adds a header, or replaces the one of this name.
  ///
  /// - Throws: ``OTLPSettingError`` if it can be none, or is one that each request has.
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
  /// Whether it can be sent as it is: a value with a line break would be two headers.
  fileprivate var isValid: Bool {
    let punctuation = Set("!#$%&'*+-.^_`|~".utf8)
    let isToken = name.utf8.allSatisfy { byte in
      punctuation.contains(byte) || (0x30...0x39).contains(byte)
        || (0x61...0x7a).contains(byte | 0x20)
    }
    return isToken && !name.isEmpty && value.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7f || $0 == 9 }
  }

  /// As a request has it, for libcurl: with a colon, a header without a value would be left out.
  var line: String { value.isEmpty ? "\(name);" : "\(name): \(value)" }
}

/// What the spans of a process have in common.
public struct OTLPResource: Sendable, Equatable {
  /// The name of the service, instead of that of the process.
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

  /// Creates a resource that is called like its process.
  public init() {}
}

/// A setting that makes no sense.
public struct OTLPSettingError: Error, Equatable, CustomStringConvertible {
  /// One sentence for people: which it is, and what to do.
  public let description: String

  init(_ description: String) { self.description = description }
}
