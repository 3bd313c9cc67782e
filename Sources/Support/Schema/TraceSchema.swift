/// The vocabulary of traces: events, their fields, and the meanings of values.
///
/// Declared here once, for writers and readers of traces. A test generates the tracepoints, which
/// are in C, from these declarations, and compares them with Documentation/TraceSchema.md, the
/// reference.
public enum TraceSchema {
  /// The version of the schema: the one that added the latest event or field.
  ///
  /// A version that only adds a value of an enumeration has to be named here.
  public static let version = UInt32(
    Event.allCases.flatMap { [$0.since] + $0.fields.map(\.since) }.max() ?? 1)
}
