import CCore
import CLTTng
public import Logging

/// A log handler that adds log records to the trace, beside actions, effects and intervals.
///
/// Use it together with another handler, which writes the records to a terminal or a file:
///
/// ```swift
/// SignpostLogHandler.bootstrap(alongside: StreamLogHandler.standardError)
/// ```
///
/// Records go to every LTTng session that records the event `log`, such as the session of
/// `signpost record -- ./program`, and to the ``SignpostRecorder`` in whose scope they are written.
/// Without either, the handler formats nothing.
///
/// Messages and metadata are recorded as they are, except for NUL, which messages have as ␀; each
/// is truncated at 4096 bytes. Do not log values that must not be in a trace.
public struct SignpostLogHandler: LogHandler {
  /// The minimum level of records that are written.
  public var logLevel: Logger.Level

  /// The metadata of every record.
  public var metadata: Logger.Metadata = [:]

  /// Adds metadata when a record is written, for example from the context of the task.
  public var metadataProvider: Logger.MetadataProvider?

  private let label: CStringConstant

  /// Creates a handler.
  ///
  /// - Parameters:
  ///   - label: The logger's label. It is stored until the process exits, once for all handlers
  ///     that have it.
  ///   - logLevel: The minimum level of records that are written.
  ///   - metadataProvider: Adds metadata when a record is written. The default is the provider of
  ///     the
  ///     logging system.
  public init(
    label: String, logLevel: Logger.Level = .info,
    metadataProvider: Logger.MetadataProvider? = LoggingSystem.metadataProvider
  ) {
    SessionStart.listen()
    self.label = CStringConstant(label)
    self.logLevel = logLevel
    self.metadataProvider = metadataProvider
  }

  /// One entry of ``metadata``.
  public subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  /// Writes a record, if a session or a recorder records it.
  public func log(event: LogEvent) {
    guard composable_log_enabled() || composable_has_listener() else { return }
    let sink = SignpostSink.current
    guard sink.recordsLogs else { return }
    if sink.recorder == nil, composable_leaves_out(nil, label.pointer) { return }
    sink.log(
      event.level, label: label, message: RecordedText.limited(event.message.description),
      metadata: RecordedText.limited(MetadataText.of(metadata(of: event))), file: event.file,
      line: event.line)
  }

  /// Metadata of the record takes precedence over the provider's, and that over the logger's.
  private func metadata(of event: LogEvent) -> Logger.Metadata {
    var result = metadata
    if let provided = metadataProvider?.get(), !provided.isEmpty {
      result.merge(provided) { _, provided in provided }
    }
    if let own = event.metadata, !own.isEmpty {
      result.merge(own) { _, own in own }
    }
    // The keys that other handlers use.
    if let error = event.error {
      result["error.message"] = .string("\(error)")
      result["error.type"] = .string(_typeName(type(of: error), qualified: true))
    }
    return result
  }
}

extension SignpostLogHandler {
  /// Makes all loggers of the process write to traces, in addition to another handler.
  ///
  /// ```swift
  /// SignpostLogHandler.bootstrap(alongside: StreamLogHandler.standardError)
  /// ```
  ///
  /// It calls `LoggingSystem.bootstrap`. Call it once, at the start of a program.
  ///
  /// - Parameters:
  ///   - other: Creates the other handler for a logger with this label.
  ///   - logLevel: The minimum level of records that are written to traces. The other handler has
  ///     its own level until the level of a logger is set, which sets both.
  ///   - metadataProvider: Adds metadata when a record is written.
  public static func bootstrap(
    alongside other: @escaping @Sendable (_ label: String) -> any LogHandler,
    logLevel: Logger.Level = .info, metadataProvider: Logger.MetadataProvider? = nil
  ) {
    LoggingSystem.bootstrap(
      { label, provider in
        SignpostLogHandler(label: label, logLevel: logLevel, metadataProvider: provider)
          .alongside(other(label))
      },
      metadataProvider: metadataProvider)
  }

  /// Returns a handler that combines this handler and another one.
  ///
  /// ```swift
  /// let logger = Logger(label: "shop") { label in
  ///   SignpostLogHandler(label: label).alongside(StreamLogHandler.standardError(label: label))
  /// }
  /// ```
  public func alongside(_ other: any LogHandler) -> MultiplexLogHandler {
    MultiplexLogHandler([other, self])
  }
}
