import TraceAnalysis

/// Writes log records and events of signposters as log records of OpenTelemetry.
///
/// A record that is written while an action or an observer runs on its thread belongs to that span.
final class OTLPLogs {
  private let names: NameTable
  private let texts: EventTexts
  private let participants: TraceParticipants
  private let identifiers: OTLPIdentifiers
  private let requests: OTLPRequests

  init(_ reader: TraceReader, _ requests: OTLPRequests) {
    names = reader.names
    texts = reader.texts
    participants = reader.participants
    identifiers = OTLPIdentifiers(participants)
    self.requests = requests
  }

  /// Adds a log record or an event, whose texts are the current ones.
  ///
  /// - Parameter span: The action or observer that runs.
  func add(_ event: TraceEvent, within span: OTLPTraces.Running?) throws {
    try requests.add(of: event.process) { message in
      message.field(1, fixed: UInt64(bitPattern: event.timestamp))
      switch event.payload {
      case .log(let log): write(log, to: &message)
      case .event(let event): write(event, to: &message)
      default: break
      }
      if let thread = event.thread {
        message.attribute("thread.id", participants.thread(thread).tid, field: 6)
      }
      guard let span else { return }
      message.field(9, identifiers.trace(span.trace))
      message.field(10, identifiers.span(span.category, span.id, event.process))
    }
  }

  /// Passes on all pending items.
  func flush() throws { try requests.flush() }

  private func write(_ log: TraceEvent.Log, to message: inout ProtobufWriter) {
    if let severity = log.level.severity {
      message.field(2, severity)
      message.field(3, "\(log.level.word)")
    }
    message.message(5) { $0.field(1, texts.message) }
    message.attribute("signpost.label", names[log.label].name, field: 6)
    let metadata = texts.metadata
    if !metadata.isEmpty { message.attribute("signpost.metadata", metadata, field: 6) }
    message.attribute("code.file.path", names[log.file].name, field: 6)
    message.attribute("code.line.number", Int64(bitPattern: log.line), field: 6)
  }

  private func write(_ event: TraceEvent.Event, to message: inout ProtobufWriter) {
    let source = names[event.source]
    message.field(12, names[event.name].name)
    let text = texts.message
    if !text.isEmpty { message.message(5) { $0.field(1, text) } }
    message.attribute("signpost.subsystem", source.prefix, field: 6)
    message.attribute("signpost.category", source.name, field: 6)
    if event.id != 0 { message.attribute("signpost.group", Int64(bitPattern: event.id), field: 6) }
  }
}

extension TraceEvent.LogLevel {
  /// The number that OpenTelemetry's data model gives to a level of swift-log.
  fileprivate var severity: UInt64? {
    switch self {
    case .trace: 1
    case .debug: 5
    case .info: 9
    case .notice: 10
    case .warning: 13
    case .error: 17
    case .critical: 21
    case .unknown: nil
    }
  }
}
