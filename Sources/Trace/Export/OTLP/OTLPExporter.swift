import TraceAnalysis

/// Converts a recording to requests of OpenTelemetry's protocol, in the format of Protocol Buffers.
///
/// An action from outside starts a trace, and its consequences belong to that trace: its effects,
/// the actions that they send, and the observers that these notify, each a child of its cause. See
/// ``OTLPTraces``.
final class OTLPExporter: UnfilteredExporter {
  private let names: NameTable
  private let texts: EventTexts
  private let participants: TraceParticipants
  private let traces = OTLPTraces()
  private let identifiers: OTLPIdentifiers
  private let spans: OTLPRequests
  private let logs: OTLPLogs?

  private var gapCount: UInt64 = 0
  private var payloads: [SpanKey: String] = [:]
  /// Actions that have begun and not ended.
  private var open: Set<SpanKey> = []
  private var now: Int64 = .min

  /// - Parameters:
  ///   - spans: Receives the spans.
  ///   - logs: Receives log records and events; `nil` to leave them out.
  init(_ reader: TraceReader, _ spans: any OTLPDestination, logs: (any OTLPDestination)? = nil) {
    names = reader.names
    texts = reader.texts
    participants = reader.participants
    identifiers = OTLPIdentifiers(participants)
    self.spans = OTLPRequests(participants, spans)
    self.logs = logs.map { OTLPLogs(reader, OTLPRequests(reader.participants, $0)) }
  }

  var unfilteredSinks: [any TraceSink] { [traces] }

  func begin(_ span: Span) {
    note(span.start)
    if span.kind == .action { open.insert(SpanKey(process: span.process, id: span.id)) }
  }

  func point(_ point: TracePoint) throws {
    note(point.event.timestamp)
    let action: UInt64
    switch point.event.payload {
    case .actionPayload(let id): action = id
    case .actionData(let data) where data.isWhole(texts): action = data.action
    case .log, .event:
      try logs?.add(point.event, within: traces.running(on: point.event.thread))
      return
    default: return
    }
    let key = SpanKey(process: point.event.process, id: action)
    if open.contains(key) { payloads[key] = texts.message }
  }

  func end(_ span: Span) throws {
    note(span.end ?? span.start)
    let key = SpanKey(process: span.process, id: span.id)
    if span.kind == .action { open.remove(key) }
    let payload = span.kind == .action ? payloads.removeValue(forKey: key) : nil
    try spans.add(of: span.process) { write(span, payload, to: &$0) }
  }

  func gap(_ gap: TraceGap) throws {
    note(gap.start)
    gapCount += 1
    try spans.add(of: gap.process) { write(gap, gap.process ?? -1, to: &$0) }
  }

  func finish(_ summary: TraceSummary, _ unmatched: UnmatchedEvents) throws {
    try spans.flush()
    try logs?.flush()
  }

  private func note(_ time: Int64) {
    now = max(now, time)
  }

  // MARK: - Writing

  private func write(_ gap: TraceGap, _ process: ProcessIndex, to message: inout ProtobufWriter) {
    let id = identifiers.span(.gap, gapCount, process)
    message.field(1, identifiers.trace(rootedAt: id))
    message.field(2, id)
    message.field(5, "lost \(gap.unit)")
    message.field(6, 1 as UInt64)
    message.field(7, fixed: UInt64(bitPattern: gap.start))
    message.field(8, fixed: UInt64(bitPattern: max(gap.end, gap.start)))
    message.attribute("signpost.kind", "\(TimelineCategory.gap.word)", field: 9)
    if let count = gap.count {
      message.attribute("signpost.lost", Int64(clamping: count), field: 9)
    }
    // Without the directory: the path of a trace is meaningless to a collector.
    let stream = gap.stream.split(separator: "/").last.map(String.init) ?? gap.stream
    message.attribute("signpost.stream", stream, field: 9)
  }

  private func write(_ span: Span, _ payload: String?, to message: inout ProtobufWriter) {
    writeTrace(of: span, to: &message)
    let name = names[span.name]
    let isObserver = span.kind == .observer
    message.field(5, isObserver ? "\(names[span.source].name):\(span.line)" : name.name)
    message.field(6, 1 as UInt64)
    message.field(7, fixed: UInt64(bitPattern: span.start))
    message.field(8, fixed: UInt64(bitPattern: max(span.end ?? now, span.start)))
    message.attribute("signpost.kind", "\(span.category.word)", field: 9)
    message.attribute("signpost.id", Int64(bitPattern: span.id), field: 9)
    if !name.prefix.isEmpty { message.attribute("signpost.prefix", name.prefix, field: 9) }
    if span.completeness != .whole {
      message.attribute("signpost.completeness", "\(span.completeness.word)", field: 9)
    }
    if span.store != 0 {
      message.attribute("signpost.store", Int64(bitPattern: span.store), field: 9)
    }
    if span.feature != .empty {
      message.attribute("signpost.feature", names[span.feature].name, field: 9)
    }
    if let thread = span.thread {
      message.attribute("thread.id", participants.thread(thread).tid, field: 9)
    }
    switch span.kind {
    case .action:
      message.attribute("signpost.state_changed", "\(span.stateChange.word)", field: 9)
      message.attribute("signpost.returned", "\(span.effectKind.word)", field: 9)
      if let waitingTime = span.waitingTime {
        message.attribute("signpost.waited_ns", waitingTime, field: 9)
      }
      if let payload { message.attribute("signpost.payload", payload, field: 9) }
    case .effect:
      message.attribute("signpost.outputs", Int64(bitPattern: span.outputs), field: 9)
    case .interval:
      let source = names[span.source]
      message.attribute("signpost.subsystem", source.prefix, field: 9)
      message.attribute("signpost.category", source.name, field: 9)
    case .observer:
      writePlace(of: span, to: &message)
      if span.change.property != .empty {
        message.attribute("signpost.property", names[span.change.property].name, field: 9)
        message.attribute(
          "signpost.other_properties", Int64(bitPattern: span.change.others), field: 9)
      }
      if span.cause != 0 {
        message.attribute("signpost.changed_by", names[span.change.action].displayed, field: 9)
      }
    case .store:
      writePlace(of: span, to: &message)
    }
    if let outcome = span.outcome {
      message.attribute("signpost.outcome", "\(outcome.word)", field: 9)
      if outcome == .failed { message.message(15) { $0.field(3, 2 as UInt64) } }
    }
  }

  /// Writes the ids of a span, its parent or the link to its cause, and the part of all chains that
  /// the process records.
  private func writeTrace(of span: Span, to message: inout ProtobufWriter) {
    let id = identifiers.span(span.category, span.id, span.process)
    let membership = traces.latest
    message.field(
      1, membership.map { identifiers.trace($0.trace) } ?? identifiers.trace(rootedAt: id))
    message.field(2, id)
    if membership != nil,
      let state = participants.processes[Int(span.process)].sampling?.traceState
    {
      message.field(3, state)
    }
    guard let membership, let causeTrace = membership.causeTrace else { return }
    let cause =
      span.parent != 0
      ? identifiers.span(.action, span.parent, span.process)
      : identifiers.span(span.kind == .action ? .effect : .action, span.cause, span.process)
    if membership.isInTraceOfCause {
      message.field(4, cause)
    } else {
      message.message(13) {
        $0.field(1, identifiers.trace(causeTrace))
        $0.field(2, cause)
      }
    }
  }

  private func writePlace(of span: Span, to message: inout ProtobufWriter) {
    message.attribute("code.file.path", names[span.source].name, field: 9)
    message.attribute("code.line.number", Int64(bitPattern: span.line), field: 9)
  }
}

extension TraceSampling {
  /// The value of W3C's `tracestate` from which collectors estimate the number of all spans; `nil`
  /// if all chains are recorded.
  ///
  /// It is the threshold of OpenTelemetry's probability sampling: the part of all chains that is
  /// left out, in 56 bits as hexadecimal digits without zeros at the end.
  var traceState: String? {
    guard isSample else { return nil }
    let leftOut = of.dividingFullWidth((of - kept).multipliedFullWidth(by: 1 << 56)).quotient
    var digits = String(leftOut, radix: 16)
    digits = String(repeating: "0", count: 14 - digits.count) + digits
    while digits.last == "0" { digits.removeLast() }
    return "ot=th:\(digits)"
  }
}
