import CCore
import CLTTng
public import Logging

/// Writes log records into the trace, between the actions, effects and intervals around them.
///
/// Beside another handler, which writes them to a terminal or a file as ever:
///
/// ```swift
/// SignpostLogHandler.bootstrap(alongside: StreamLogHandler.standardError)
/// ```
///
/// Records go to every LTTng session that records the event `log`, for example one made by
/// `signpost record -- ./program`, and to the ``SignpostRecorder`` in whose scope they are written.
/// While there is neither, nothing is formatted.
///
/// Messages and metadata are recorded as they are, each cut off after 4096 bytes: what must not be
/// in a trace must not be logged either.
public struct SignpostLogHandler: LogHandler {
  /// The least important records that are written.
  public var logLevel: Logger.Level

  /// What every record says besides its message.
  public var metadata: Logger.Metadata = [:]

  /// Says more, when a record is written: for example what the task's context knows.
  public var metadataProvider: Logger.MetadataProvider?

  private let label: CStringConstant

  /// Creates a handler.
  ///
  /// - Parameters:
  ///   - label: The logger's label. It is stored for the life of the process, once for all handlers
  ///     that have it.
  ///   - logLevel: The least important records that are written.
  ///   - metadataProvider: Says more, when a record is written. By default the one that the logging
  ///     system was given.
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

  /// Writes a record, if somebody listens.
  public func log(event: LogEvent) {
    guard composable_log_enabled() || composable_has_listener() else { return }
    let sink = SignpostSink.current
    guard sink.hearsLogs else { return }
    sink.log(
      event.level, label: label, message: RecordedText.limited(event.message.description),
      metadata: RecordedText.limited(MetadataText.of(metadata(of: event))), file: event.file,
      line: event.line)
  }

  /// What the record itself says goes before what the provider says, and that before the logger's.
  private func metadata(of event: LogEvent) -> Logger.Metadata {
    var result = metadata
    if let provided = metadataProvider?.get(), !provided.isEmpty {
      result.merge(provided) { _, provided in provided }
    }
    if let own = event.metadata, !own.isEmpty {
      result.merge(own) { _, own in own }
    }
    // The keys that other handlers give it.
    if let error = event.error {
      result["error.message"] = .string("\(error)")
      result["error.type"] = .string(_typeName(type(of: error), qualified: true))
    }
    return result
  }
}

extension SignpostLogHandler {
  /// Has all loggers of the process write into traces, beside what another handler does.
  ///
  /// ```swift
  /// SignpostLogHandler.bootstrap(alongside: StreamLogHandler.standardError)
  /// ```
  ///
  /// Like `LoggingSystem.bootstrap`, which it calls, it is for the start of a program, once.
  ///
  /// - Parameters:
  ///   - other: Makes the other handler of a logger with this label.
  ///   - logLevel: The least important records that are written into traces; the other handler has a
  ///     level of its own until a logger's level is set, which sets both.
  ///   - metadataProvider: Says more, when a record is written.
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

  /// This handler and another one as one.
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
