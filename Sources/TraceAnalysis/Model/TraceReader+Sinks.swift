extension TraceReader {
  /// Reads all traces, and tells sinks of spans, points and gaps.
  ///
  /// - Parameters:
  ///   - sinks: What takes them in, in this order for each of them.
  ///   - filter: What of the traces they are told of.
  /// - Returns: What there was, with losses and damage.
  /// - Throws: ``TraceReaderError`` when there is nothing to read, or what a sink throws.
  @discardableResult
  public func read(
    into sinks: [any TraceSink], filter: TraceFilter = TraceFilter()
  ) throws -> TraceSummary {
    var builder = SpanBuilder(sinks: sinks, filter: filter, of: self)
    let summary = try forEach(event: { try builder.add($0) }, gap: { try builder.add($0) })
    try builder.finish(summary)
    return summary
  }
}
