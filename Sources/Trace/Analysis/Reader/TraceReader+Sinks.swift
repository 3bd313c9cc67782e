extension TraceReader {
  /// Reads all traces, and passes spans, points and gaps to sinks.
  ///
  /// - Parameters:
  ///   - sinks: The sinks, which are called in this order.
  ///   - filter: Selects the spans, points and gaps that they receive.
  ///   - unfilteredSinks: Sinks that receive everything, before the others do: for figures that
  ///     depend on spans of all names, such as ``CriticalPaths``.
  /// - Returns: The summary of the traces, with losses and damage.
  /// - Throws: ``TraceReaderError`` if there is no trace to read, or an error of a sink.
  @discardableResult
  public func read(
    into sinks: [any TraceSink], filter: TraceFilter = TraceFilter(),
    unfilteredSinks: [any TraceSink] = []
  ) throws -> TraceSummary {
    var builder = SpanBuilder(
      sinks: sinks, filter: filter, unfilteredSinks: unfilteredSinks, of: self)
    var summary = try forEach(event: { try builder.add($0) }, gap: { try builder.add($0) })
    summary.add(filter.unmatched(names, participants, summary.timeRange))
    try builder.finish(summary)
    return summary
  }
}
