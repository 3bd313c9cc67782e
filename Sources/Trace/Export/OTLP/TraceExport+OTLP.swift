import TraceAnalysis

extension TraceExport {
  /// Sends the spans of all traces below a directory to a collector of OpenTelemetry.
  ///
  /// Requests that the server cannot accept at the moment are repeated; rejected ones end the
  /// export. Ids are derived from the recording: sending it again, or parts of it, gives the same
  /// ones.
  ///
  /// - Parameters:
  ///   - directory: The directory of a recording, or one that holds recordings.
  ///   - endpoint: The destination and its settings.
  ///   - filter: Selects the part of the traces to send.
  ///   - onProgress: Called repeatedly while the trace is read.
  ///   - onRetry: Called before each pause, on another thread.
  /// - Returns: The summary of the traces, with losses and damage, and the result of sending.
  /// - Throws: `TraceReaderError` if there is no trace to read, ``OTLPFailure`` if not all spans
  ///   were sent.
  @discardableResult
  public static func send(
    _ directory: String, to endpoint: OTLPEndpoint, filter: TraceFilter = TraceFilter(),
    onProgress: ((ReadingProgress) -> Void)? = nil,
    onRetry: (@Sendable (OTLPRetry) -> Void)? = nil
  ) throws -> (summary: TraceSummary, delivery: OTLPDelivery) {
    try send(
      [directory], to: endpoint, filter: filter, onProgress: onProgress, onRetry: onRetry)
  }

  /// Sends the spans of all traces below directories, each event once.
  ///
  /// The other parameters are the same as for one directory.
  @discardableResult
  public static func send(
    _ directories: [String], to endpoint: OTLPEndpoint, filter: TraceFilter = TraceFilter(),
    onProgress: ((ReadingProgress) -> Void)? = nil,
    onRetry: (@Sendable (OTLPRetry) -> Void)? = nil
  ) throws -> (summary: TraceSummary, delivery: OTLPDelivery) {
    var reader = TraceReader(directories: directories)
    reader.onProgress = onProgress
    let sender = OTLPSender(
      endpoint, connection: try CurlConnection(endpoint), onRetry: onRetry)
    let exporter = OTLPExporter(
      reader, OTLPService(sender: sender, resource: endpoint.resource))
    do {
      let summary = try reader.read(into: [exporter], filter: filter)
      return (summary, try sender.finish())
    } catch {
      sender.cancel()
      throw error
    }
  }
}
