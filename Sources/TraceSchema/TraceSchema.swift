/// The vocabulary of traces: events, their fields, and what the values of fields mean.
///
/// Declared here once, for what writes traces and what reads them. The tracepoints, which are in C,
/// are declared a second time in the language of LTTng's generator; tests compare both with each
/// other and with Documentation/TraceSchema.md, which says what it all means.
public enum TraceSchema {
  /// The version of the schema. It is raised with each event, field or enumeration value that is
  /// added.
  public static let version: UInt32 = 6
}
