/// A kind of data that OpenTelemetry's protocol sends to a URL of its own.
public enum OTLPSignal: Sendable, Equatable, CaseIterable {
  /// Spans.
  case traces
  /// Log records, and events.
  case logs

  /// The path below the URL of a collector.
  var path: String { self == .traces ? "/v1/traces" : "/v1/logs" }

  /// The part of the names of environment variables for this signal alone.
  var variable: String { self == .traces ? "TRACES" : "LOGS" }

  /// The name of one item.
  package var item: String { self == .traces ? "span" : "log record" }
}
