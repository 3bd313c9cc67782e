/// The vocabulary of traces: events, their fields, and the meanings of values.
///
/// Declared here once, for writers and readers of traces. The tracepoints, which are in C, are
/// declared a second time in the language of LTTng's generator; tests compare both with each other
/// and with Documentation/TraceSchema.md, the reference.
public enum TraceSchema {
  /// The version of the schema. It is raised with each event, field or enumeration value that is
  /// added.
  public static let version: UInt32 = 9
}
