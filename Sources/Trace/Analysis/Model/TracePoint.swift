/// A point of a trace: an event at one time.
public struct TracePoint: Sendable, Equatable {
  /// The event: an output of an effect, a send, an event of a signposter, a log record, a payload,
  /// replayable data, a state digest or difference, an exceeded budget, a scope to a child store,
  /// or the schema of a process.
  public var event: TraceEvent

  /// The kind and id of the span that the event belongs to, `nil` for an independent event.
  public var span: Reference?

  /// The name of that span, if the event does not contain it; otherwise empty, as for an unknown
  /// name.
  public var spanName = NameID.empty

  /// The feature of the store of a send or a scope, empty if unknown.
  public var feature = NameID.empty

  /// A reference to a span of the same process.
  public struct Reference: Sendable, Hashable {
    /// The span's kind.
    public var kind: Span.Kind
    /// The span's id.
    public var id: UInt64
  }
}
