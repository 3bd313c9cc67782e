import Dispatch
import TraceAnalysis

extension TraceExport {
  /// The result of sending recordings to a collector of OpenTelemetry.
  public struct Delivery: Sendable {
    /// The summary of the traces, with losses and damage.
    public var summary: TraceSummary
    /// The result of sending spans.
    public var spans: OTLPDelivery
    /// The result of sending log records and events; `nil` if none were to be sent.
    public var logs: OTLPDelivery?
    /// The reason why the collector takes no log records; `nil` if it takes them.
    public var logsRefusal: OTLPFailure?
  }

  /// Sends all traces below directories to a collector of OpenTelemetry, each event once.
  ///
  /// Requests that the server cannot accept at the moment are repeated; rejected ones end the
  /// export. Ids are derived from the recording: sending it again, or parts of it, gives the same
  /// ones.
  ///
  /// - Parameters:
  ///   - directories: The directories of recordings, or those that hold recordings.
  ///   - endpoint: The destination of spans, and its settings.
  ///   - logs: The destination of log records and events; `nil` to leave them out. A server that
  ///     has nothing at its URL fails nothing: some collectors take spans alone.
  ///   - filter: Selects the part of the traces to send.
  ///   - onProgress: Called repeatedly while the trace is read.
  ///   - onRetry: Called before each pause, on another thread.
  /// - Throws: `TraceReaderError` if there is no trace to read, ``OTLPFailure`` if not everything
  ///   was sent.
  @discardableResult
  public static func send(
    _ directories: [String], to endpoint: OTLPEndpoint, logs: OTLPEndpoint? = nil,
    filter: TraceFilter = TraceFilter(), onProgress: ((ReadingProgress) -> Void)? = nil,
    onRetry: (@Sendable (OTLPRetry) -> Void)? = nil
  ) throws -> Delivery {
    var reader = TraceReader(directories: directories)
    reader.onProgress = onProgress
    let queue = DispatchQueue(label: "signpost.otlp")
    let spanService = try OTLPService(endpoint, queue: queue, onRetry: onRetry)
    let logService = try logs.map { try OTLPOptionalService($0, queue: queue, onRetry: onRetry) }
    let exporter = OTLPExporter(reader, spanService, logs: logService)
    do {
      let summary = try reader.read(
        into: [exporter], filter: filter, unfilteredSinks: exporter.unfilteredSinks)
      return Delivery(
        summary: summary, spans: try spanService.sender.finish(), logs: try logService?.finish(),
        logsRefusal: logService?.refusal)
    } catch {
      spanService.sender.cancel()
      logService?.service.sender.cancel()
      queue.sync {}
      throw error
    }
  }

  /// Sends all traces below a directory to a collector of OpenTelemetry.
  ///
  /// The other parameters are the same as for several directories.
  @discardableResult
  public static func send(
    _ directory: String, to endpoint: OTLPEndpoint, logs: OTLPEndpoint? = nil,
    filter: TraceFilter = TraceFilter(), onProgress: ((ReadingProgress) -> Void)? = nil,
    onRetry: (@Sendable (OTLPRetry) -> Void)? = nil
  ) throws -> Delivery {
    try send(
      [directory], to: endpoint, logs: logs, filter: filter, onProgress: onProgress,
      onRetry: onRetry)
  }
}
