import Testing

@testable import TraceExport

/// Settings, of the environment and of the command.
@Suite struct OTLPEndpointTests {
  @Test(arguments: [
    ("http://localhost:4318", "http://localhost:4318/v1/traces"),
    ("http://localhost:4318/", "http://localhost:4318/v1/traces"),
    ("http://h/a//", "http://h/a/v1/traces"),
    ("HTTPS://h/v1/traces", "https://h/v1/traces"),
    ("http://h/v1/traces/", "http://h/v1/traces"),
    ("http://h?key=1", "http://h/v1/traces?key=1"),
    ("http://[::1]:4318/x#y", "http://[::1]:4318/x/v1/traces"),
  ])
  func thePathIsAdded(_ base: String, _ url: String) throws {
    #expect(try OTLPEndpoint(base: base).url == url)
    #expect(
      try OTLPEndpoint(environment: ["OTEL_EXPORTER_OTLP_ENDPOINT": base]).url == url)
  }

  @Test(arguments: [
    ("http://h", "http://h/"), ("http://h/a", "http://h/a"), ("https://h/?k=1", "https://h/?k=1"),
  ])
  func theURLOfTracesStaysAsItIs(_ url: String, _ expected: String) throws {
    let environment = [
      "OTEL_EXPORTER_OTLP_ENDPOINT": "http://other", "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT": url,
    ]
    #expect(try OTLPEndpoint(environment: environment).url == expected)
    #expect(
      try OTLPEndpoint(base: "http://mine", environment: environment).url
        == "http://mine/v1/traces")
  }

  @Test(arguments: [
    "", "localhost", "localhost:4318", "ftp://h", "http://", "http:///v1", "http://:80",
    "http://h /",
    "http://ü", "http://user@",
  ])
  func whatIsNoURLIsRefused(_ text: String) {
    #expect(throws: OTLPSettingError.self) { try OTLPEndpoint(base: text) }
  }

  @Test func secretsAreNotDisplayed() throws {
    let endpoint = try OTLPEndpoint(base: "https://me:secret@h:1/a?key=secret")
    #expect(endpoint.url == "https://me:secret@h:1/a/v1/traces?key=secret")
    #expect(endpoint.displayedURL == "https://h:1/a/v1/traces")
  }

  @Test func variablesOfTracesComeFirst() throws {
    let endpoint = try OTLPEndpoint(environment: [
      "OTEL_EXPORTER_OTLP_TIMEOUT": "1", "OTEL_EXPORTER_OTLP_TRACES_TIMEOUT": "2500",
      "OTEL_EXPORTER_OTLP_HEADERS": "a=1", "OTEL_EXPORTER_OTLP_TRACES_HEADERS": "b=2,,c=",
      "OTEL_EXPORTER_OTLP_COMPRESSION": "gzip", "OTEL_EXPORTER_OTLP_TRACES_COMPRESSION": "none",
      "OTEL_EXPORTER_OTLP_CERTIFICATE": "x.pem", "OTEL_EXPORTER_OTLP_TRACES_CLIENT_KEY": "k.pem",
      "OTEL_EXPORTER_OTLP_CLIENT_CERTIFICATE": "c.pem",
    ])
    #expect(endpoint.url == "http://localhost:4318/v1/traces")
    #expect(endpoint.timeout == .milliseconds(2500))
    #expect(endpoint.headers.map(\.line) == ["b: 2", "c;"])
    #expect(!endpoint.isCompressed)
    #expect(endpoint.authorities == "x.pem")
    #expect(endpoint.clientKey == "k.pem")
    #expect(endpoint.clientCertificate == "c.pem")
  }

  @Test func anEmptyVariableIsNone() throws {
    let endpoint = try OTLPEndpoint(environment: [
      "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT": "", "OTEL_EXPORTER_OTLP_TIMEOUT": "",
      "OTEL_EXPORTER_OTLP_COMPRESSION": "", "OTEL_SERVICE_NAME": "",
    ])
    #expect(endpoint == (try OTLPEndpoint()))
  }

  @Test(arguments: [
    ("OTEL_EXPORTER_OTLP_TIMEOUT", "10s"), ("OTEL_EXPORTER_OTLP_TIMEOUT", "0"),
    ("OTEL_EXPORTER_OTLP_COMPRESSION", "zstd"), ("OTEL_EXPORTER_OTLP_HEADERS", "secret"),
    ("OTEL_EXPORTER_OTLP_HEADERS", "a=%zz"), ("OTEL_EXPORTER_OTLP_HEADERS", "a=%0d%0ab: secret"),
    ("OTEL_EXPORTER_OTLP_HEADERS", "=secret"), ("OTEL_RESOURCE_ATTRIBUTES", "a"),
  ])
  func aValueThatIsNoneIsNamed(_ name: String, _ value: String) throws {
    let error = try #require(throws: OTLPSettingError.self) {
      try OTLPEndpoint(environment: [name: value])
    }
    #expect(error.description.contains(name) || error.description.contains("header"))
    // The value could be a key.
    #expect(!error.description.contains("secret"))
  }

  @Test func aHeaderReplacesTheOneOfItsName() throws {
    var endpoint = try OTLPEndpoint(environment: ["OTEL_EXPORTER_OTLP_HEADERS": "X-Key=1,a=2"])
    try endpoint.setHeader("x-key", "3")
    #expect(endpoint.headers.map(\.line) == ["a: 2", "x-key: 3"])
  }

  /// The URL and the variables; a proxy is called `p`.
  @Test(arguments: [
    "http://localhost:4318 http_proxy=p", "http://a.example ALL_PROXY=p",
    "http://a.example http_proxy= all_proxy=p",
    "http://a.example http_proxy=p no_proxy=b.example,le",
    "http://10.0.0.1 http_proxy=p no_proxy=0.1,10.0.0.0/8,.10.0.0.1",
    "http://[::1]:1 http_proxy=p no_proxy=[::1]", "http://a.example http_proxy=p no_proxy=b,*",
    "http://a.example http_proxy=p no_proxy=b,c\ta.example,a.example",
  ])
  func proxy_ofTheEnvironment_applies(words: String) throws {
    #expect(try proxy(words) == "p")
  }

  @Test(arguments: [
    "http://a.example", "https://a.example http_proxy=p all_proxy=p",
    "http://a.example HTTP_PROXY=p",
    "http://a.Example http_proxy=p no_proxy=b,.exAmple", "http://a.example http_proxy=p NO_PROXY=*",
    "http://[::1]:1 http_proxy=p no_proxy=::1", "http://10.0.0.1 http_proxy=p no_proxy=b,10.0.0.1",
    "http://a.example http_proxy=p no_proxy=b,\ta.example",
  ])
  func proxy_ofTheEnvironment_isExcepted(words: String) throws {
    #expect(try proxy(words) == nil)
  }

  private func proxy(_ words: String) throws -> String? {
    let words = words.split(separator: " ").map(String.init)
    var environment: [String: String] = [:]
    for word in words.dropFirst() {
      let parts = word.split(separator: "=", omittingEmptySubsequences: false).map(String.init)
      environment[parts[0]] = parts[1]
    }
    return try OTLPEndpoint(base: words[0]).proxy(environment: environment)
  }
}
