/// Receives the spans, points and gaps of a trace from a ``SpanBuilder``.
///
/// All methods do nothing by default. They are called in the order of time, except ``end(_:)`` of
/// spans without an end, and gaps, which are delivered once they are known. Each span that has
/// begun ends once.
///
/// ```swift
/// final class LongestEffect: TraceSink {
///   private(set) var longest: Span?
///
///   func end(_ span: Span) {
///     guard span.kind == .effect, let duration = span.duration else { return }
///     if duration > longest?.duration ?? -1 { longest = span }
///   }
/// }
///
/// let reader = TraceReader(directory: "my-recording")
/// let sink = LongestEffect()
/// try reader.read(into: [sink])
/// ```
public protocol TraceSink: AnyObject {
  /// A span has begun. The data of its end is not known yet.
  func begin(_ span: Span) throws

  /// A span has ended, or is known to have no end in this trace.
  func end(_ span: Span) throws

  /// A point. Texts of the event are in ``TraceReader/texts`` meanwhile.
  func point(_ point: TracePoint) throws

  /// Events were lost.
  func gap(_ gap: TraceGap) throws

  /// Everything was read.
  func finish(_ summary: TraceSummary, _ unmatched: UnmatchedEvents) throws
}

extension TraceSink {
  /// Does nothing.
  public func begin(_ span: Span) throws {}
  /// Does nothing.
  public func end(_ span: Span) throws {}
  /// Does nothing.
  public func point(_ point: TracePoint) throws {}
  /// Does nothing.
  public func gap(_ gap: TraceGap) throws {}
  /// Does nothing.
  public func finish(_ summary: TraceSummary, _ unmatched: UnmatchedEvents) throws {}
}
