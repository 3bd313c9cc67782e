import TraceAnalysis

/// Writes spans as OpenTelemetry has them: an `ExportTraceServiceRequest` of Protocol Buffers.
///
/// What was sent from outside begins a trace of its own, with the actions of nested wrappers as its children;
/// so does each effect. Links lead from an action to the effect that sent it, and from an effect to the action
/// that started it. Ids are made of the recording: exporting it again gives the same.
final class OTLPExporter: TraceSink {
  private let names: NameTable
  private let texts: EventTexts
  private let participants: TraceParticipants
  private let output: OutputFile

  /// The spans of each process that wait for being written.
  private var batches: [ProtobufWriter] = []
  /// Gaps of streams that several processes write.
  private var gaps = ProtobufWriter()
  private var gapCount: UInt64 = 0
  private var payloads: [Key: String] = [:]
  /// The outermost of nested actions, while they are open.
  private var open: [Key: UInt64] = [:]
  private var ended = EndedActions()
  /// Of open effects, the outermost action around the one that started them.
  private var causes: [Key: UInt64] = [:]
  /// The time of the first event tells recordings apart.
  private var salt: UInt64?
  private var now: Int64 = .min

  private static let unknownService = "unknown_service"

  /// Bytes of spans below a head that says which process they are of.
  private static let batchSize = 1 << 16

  private struct Key: Hashable {
    var process: ProcessIndex
    var id: UInt64
  }

  init(_ reader: TraceReader, _ output: OutputFile) {
    names = reader.names
    texts = reader.texts
    participants = reader.participants
    self.output = output
  }

  func begin(_ span: Span) {
    note(span.start)
    if span.kind == .effect, span.cause != 0 {
      // While its action is known: the effect may go on for long.
      let action = Key(process: span.process, id: span.cause)
      causes[Key(process: span.process, id: span.id)] =
        open[action] ?? ended.outermost(of: span.cause, span.process)
    }
    guard span.kind == .action else { return }
    let outermost = open[Key(process: span.process, id: span.parent)]
    open[Key(process: span.process, id: span.id)] =
      span.parent == 0 ? span.id : (outermost ?? span.id)
  }

  func point(_ point: TracePoint) {
    note(point.event.timestamp)
    guard case .actionPayload(let action) = point.event.payload else { return }
    let key = Key(process: point.event.process, id: action)
    if open[key] != nil { payloads[key] = texts.message }
  }

  func end(_ span: Span) {
    note(span.end ?? span.start)
    let key = Key(process: span.process, id: span.id)
    var outermost = span.id
    var payload: String?
    if span.kind == .action {
      outermost = open.removeValue(forKey: key) ?? span.id
      payload = payloads.removeValue(forKey: key)
      if span.effectKind != .none { ended.add(span, outermost: outermost) }
    }
    makeBatch(span.process)
    batches[Int(span.process)].message(2) { write(span, outermost, payload, to: &$0) }
    if batches[Int(span.process)].count >= Self.batchSize { flush(span.process) }
  }

  func gap(_ gap: TraceGap) {
    note(gap.start)
    gapCount += 1
    guard let process = gap.process else {
      gaps.message(2) { write(gap, -1, to: &$0) }
      return
    }
    makeBatch(process)
    batches[Int(process)].message(2) { write(gap, process, to: &$0) }
  }

  func finish(_ summary: TraceSummary, _ unmatched: UnmatchedEvents) {
    for process in batches.indices { flush(ProcessIndex(process)) }
    flush(gaps) { $0.attribute("service.name", Self.unknownService, field: 1) }
  }

  private func makeBatch(_ process: ProcessIndex) {
    while batches.count <= Int(process) { batches.append(ProtobufWriter()) }
  }

  private func note(_ time: Int64) {
    now = max(now, time)
    if salt == nil { salt = UInt64(bitPattern: time) }
  }

  // MARK: - Writing

  /// Messages that follow each other are one, whose lists are put together.
  private func flush(_ process: ProcessIndex) {
    let described = participants.processes[Int(process)]
    flush(batches[Int(process)]) { resource in
      let name = described.name.isEmpty ? Self.unknownService : described.name
      resource.attribute("service.name", name, field: 1)
      if let vpid = described.vpid { resource.attribute("process.pid", vpid, field: 1) }
      if !described.host.isEmpty { resource.attribute("host.name", described.host, field: 1) }
    }
    batches[Int(process)].removeAll()
  }

  private func flush(_ spans: ProtobufWriter, resource: (inout ProtobufWriter) -> Void) {
    if spans.count == 0 { return }
    let request = ProtobufWriter()
    request.message(1) { resourceSpans in
      resourceSpans.message(1, resource)
      resourceSpans.message(2) { scopeSpans in
        scopeSpans.message(1) { $0.field(1, "signpost") }
        scopeSpans.add(spans)
      }
    }
    output.write(request.bytes)
  }

  private func write(_ gap: TraceGap, _ process: ProcessIndex, to message: inout ProtobufWriter) {
    let id = spanID(.gap, gapCount, process)
    message.field(1, Self.bytes(salt ?? 0) + id)
    message.field(2, id)
    message.field(5, "lost \(gap.unit)")
    message.field(6, 1 as UInt64)
    message.field(7, fixed: UInt64(bitPattern: gap.start))
    message.field(8, fixed: UInt64(bitPattern: max(gap.end, gap.start)))
    message.attribute("signpost.kind", "\(TimelineCategory.gap.word)", field: 9)
    if let count = gap.count {
      message.attribute("signpost.lost", Int64(clamping: count), field: 9)
    }
    // Without the directory: where a trace lies is of no meaning to a collector.
    let stream = gap.stream.split(separator: "/").last.map(String.init) ?? gap.stream
    message.attribute("signpost.stream", stream, field: 9)
  }

  private func write(
    _ span: Span, _ outermost: UInt64, _ payload: String?, to message: inout ProtobufWriter
  ) {
    message.field(1, traceID(span.kind, outermost, span.process))
    message.field(2, spanID(span.category, span.id, span.process))
    if span.parent != 0 { message.field(4, spanID(span.category, span.parent, span.process)) }
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
      if let send = span.send {
        message.attribute("signpost.waited_ns", span.start - send.time, field: 9)
      }
      if let payload { message.attribute("signpost.payload", payload, field: 9) }
      if span.cause != 0 { link(.effect, span.cause, span.cause, span.process, &message) }
    case .effect:
      message.attribute("signpost.outputs", Int64(bitPattern: span.outputs), field: 9)
      if span.cause != 0 {
        let outermost = causes.removeValue(forKey: Key(process: span.process, id: span.id))
        link(.action, span.cause, outermost ?? span.cause, span.process, &message)
      }
    case .interval:
      let source = names[span.source]
      message.attribute("signpost.subsystem", source.prefix, field: 9)
      message.attribute("signpost.category", source.name, field: 9)
    case .store, .observer:
      message.attribute("code.file.path", names[span.source].name, field: 9)
      message.attribute("code.line.number", Int64(bitPattern: span.line), field: 9)
    }
    if let outcome = span.outcome {
      message.attribute("signpost.outcome", "\(outcome.word)", field: 9)
      if outcome == .failed { message.message(15) { $0.field(3, 2 as UInt64) } }
    }
  }

  private func link(
    _ kind: Span.Kind, _ id: UInt64, _ outermost: UInt64, _ process: ProcessIndex,
    _ message: inout ProtobufWriter
  ) {
    message.message(13) {
      $0.field(1, traceID(kind, outermost, process))
      $0.field(2, spanID(kind.category, id, process))
    }
  }

  // MARK: - Ids

  private func traceID(_ kind: Span.Kind, _ id: UInt64, _ process: ProcessIndex) -> [UInt8] {
    Self.bytes(salt ?? 0) + spanID(kind.category, id, process)
  }

  private func spanID(
    _ category: TimelineCategory, _ id: UInt64, _ process: ProcessIndex
  ) -> [UInt8] {
    // Ids are counted: each kind and process has the numbers from a start of its own.
    let start: UInt64 = UInt64(truncatingIfNeeded: process) << 8 | category.rawValue
    return Self.bytes(max(id ^ (start &* 0x9e37_79b9_7f4a_7c15), 1))
  }

  private static func bytes(_ value: UInt64) -> [UInt8] {
    withUnsafeBytes(of: value.bigEndian, Array.init)
  }

  /// Of actions that have ended lately, the outermost around them.
  private struct EndedActions {
    private struct Entry {
      var process: ProcessIndex = -1
      var action: UInt64 = 0
      var outermost: UInt64 = 0
    }

    private static let capacity = 1 << 14
    private var entries = ContiguousArray(repeating: Entry(), count: Self.capacity)

    mutating func add(_ span: Span, outermost: UInt64) {
      entries[StartedEffects.place(span.id, span.process)] = Entry(
        process: span.process, action: span.id, outermost: outermost)
    }

    func outermost(of action: UInt64, _ process: ProcessIndex) -> UInt64? {
      let entry = entries[StartedEffects.place(action, process)]
      return entry.action == action && entry.process == process ? entry.outermost : nil
    }
  }
}

extension ProtobufWriter {
  fileprivate mutating func attribute(_ key: String, _ value: String, field number: UInt64) {
    message(number) {
      $0.field(1, key)
      $0.message(2) { $0.field(1, value) }
    }
  }

  fileprivate mutating func attribute(_ key: String, _ value: Int64, field number: UInt64) {
    message(number) {
      $0.field(1, key)
      $0.message(2) { $0.field(3, value) }
    }
  }
}
