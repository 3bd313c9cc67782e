/// Something in a trace that happened at one time.
public struct TracePoint: Sendable, Equatable {
  /// The event: an output of an effect, a send, an event of a signposter, a log record, a payload, a
  /// difference of states, an exceeded budget, a child store that was asked for, or a process that
  /// introduces itself.
  public var event: TraceEvent

  /// The kind and id of the span that the event is about, `nil` of an event that stands for itself.
  public var span: Reference?

  /// The name of that span, as far as it is not in the event; empty where it is, or is not known.
  public var spanName = NameID.empty

  /// The feature of the store that a send or a scope is about, empty where that is not known.
  public var feature = NameID.empty

  /// Names a span of the same process.
  public struct Reference: Sendable, Hashable {
    /// The span's kind.
    public var kind: Span.Kind
    /// The span's id.
    public var id: UInt64
  }
}
