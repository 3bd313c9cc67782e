import TraceAnalysis

extension TraceExport {
  /// Sends the spans of all traces below a directory to a collector of OpenTelemetry.
  ///
  /// Requests that the server can't take at the moment are repeated; those that it refuses end the
  /// export. Ids are made of the recording: sending it again, or parts of it, gives the same.
  ///
  /// - Parameters:
  ///   - directory: The directory of a recording, or one that holds recordings.
  ///   - endpoint: Where the spans go, and how.
  ///   - filter: What of the traces is sent.
  ///   - onProgress: Called now and then while the trace is read.
  ///   - onRetry: Called before each pause, on another thread.
  /// - Returns: What there was to read, with losses and damage, and what became of it.
  /// - Throws: `TraceReaderError` when there is nothing to read, ``OTLPFailure`` when not all of it
  ///   was sent.
  @discardableResult
  public static func send(
    _ directory: String, to endpoint: OTLPEndpoint, filter: TraceFilter = TraceFilter(),
    onProgress: ((ReadingProgress) -> Void)? = nil,
    onRetry: (@Sendable (OTLPRetry) -> Void)? = nil
  ) throws -> (summary: TraceSummary, delivery: OTLPDelivery) {
    var reader = TraceReader(directory: directory)
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
