/// The formats that a trace can be exported to.
public enum ExportFormat: String, Sendable, CaseIterable {
  /// A row for each span.
  case csv
  /// A self-contained page for browsers.
  case html
  /// Perfetto's own format: tracks, arrows and counters.
  case perfetto
  /// JSON in the format of Chrome's tracing.
  case chrome
  /// Self times of actions by stack, for speedscope.
  case speedscope
  /// Self times of actions by stack, a line each.
  case folded
  /// A database of SQLite.
  case sqlite
  /// Spans of OpenTelemetry, as a request of its protocol.
  case otlp
  /// Analyses for Trace Compass, which reads the trace itself.
  case traceCompass = "trace-compass"

  /// The file extension that viewers of this format expect.
  public var fileExtension: String {
    switch self {
    case .csv: "csv"
    case .html: "html"
    case .perfetto: "pftrace"
    case .chrome: "json"
    case .speedscope: "speedscope.json"
    case .folded: "folded"
    case .sqlite: "sqlite"
    case .otlp: "otlp"
    case .traceCompass: "tracecompass.xml"
    }
  }

  /// A line for `--help`: the purpose of the format.
  public var purpose: String {
    switch self {
    case .csv: "a row for each span, for spreadsheets and data frames"
    case .html: "a page for browsers: a timeline, beside the figures of the report"
    case .perfetto: "a timeline of all events, for ui.perfetto.dev"
    case .chrome: "the same as JSON, for about:tracing and others"
    case .speedscope: "self times of nested actions, for speedscope.app"
    case .folded: "self times of nested actions, for flame graphs"
    case .sqlite: "a database, for queries in SQL"
    case .otlp: "spans for an OpenTelemetry collector"
    case .traceCompass: "analyses for Trace Compass, which reads the trace itself"
    }
  }
}
