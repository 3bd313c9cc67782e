import TraceAnalysis

/// Converts spans to spans of OpenTelemetry: requests of its protocol, in the format of Protocol
/// Buffers.
///
/// An action from outside starts a trace of its own, with the actions of nested wrappers as its
/// children; so does each effect. Links lead from an action to the effect that sent it, and from an
/// effect to the action that started it. Ids are derived from the recording: exporting it again
/// gives the same ones.
final class OTLPExporter: TraceSink {
  private let names: NameTable
  private let texts: EventTexts
  private let participants: TraceParticipants
  private let destination: any OTLPDestination

  /// The pending spans of each process.
  private var batches: [ProtobufWriter] = []
  /// The number and size of pending spans of all processes.
  private var waitingSpans = 0
  private var waitingBytes = 0
  /// Gaps of streams that several processes write.
  private var gaps = ProtobufWriter()
  private var gapCount: UInt64 = 0
  private var payloads: [Key: String] = [:]
  /// The outermost of nested actions, while they are open.
  private var open: [Key: UInt64] = [:]
  private var ended = EndedActions()
  /// For open effects, the outermost action around the one that started them.
  private var causes: [Key: UInt64] = [:]
  private var now: Int64 = .min

  private static let unknownService = "unknown_service"

  private struct Key: Hashable {
    var process: ProcessIndex
    var id: UInt64
  }

  init(_ reader: TraceReader, _ destination: any OTLPDestination) {
    names = reader.names
    texts = reader.texts
    participants = reader.participants
    self.destination = destination
  }

  func begin(_ span: Span) {
    note(span.start)
    if span.kind == .effect, span.cause != 0 {
      // While its action is known: the effect may run for a long time.
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
    let action: UInt64
    switch point.event.payload {
    case .actionPayload(let id): action = id
    case .actionData(let data) where data.isWhole(texts): action = data.action
    default: return
    }
    let key = Key(process: point.event.process, id: action)
    if open[key] != nil { payloads[key] = texts.message }
  }

  func end(_ span: Span) throws {
    note(span.end ?? span.start)
    let key = Key(process: span.process, id: span.id)
    var outermost = span.id
    var payload: String?
    if span.kind == .action {
      outermost = open.removeValue(forKey: key) ?? span.id
      payload = payloads.removeValue(forKey: key)
      // Those that change nothing and return no effect are not looked up again.
      if span.effectKind != .none || span.stateChange != .no {
        ended.add(span, outermost: outermost)
      }
    }
    makeBatch(span.process)
    try add(to: batches[Int(span.process)]) { write(span, outermost, payload, to: &$0) }
  }

  func gap(_ gap: TraceGap) throws {
    note(gap.start)
    gapCount += 1
    guard let process = gap.process else {
      try add(to: gaps) { write(gap, -1, to: &$0) }
      return
    }
    makeBatch(process)
    try add(to: batches[Int(process)]) { write(gap, process, to: &$0) }
  }

  func finish(_ summary: TraceSummary, _ unmatched: UnmatchedEvents) throws {
    try flush()
  }

  private func makeBatch(_ process: ProcessIndex) {
    while batches.count <= Int(process) { batches.append(ProtobufWriter()) }
  }

  private func add(
    to batch: ProtobufWriter, _ content: (inout ProtobufWriter) -> Void
  ) throws {
    let size = batch.count
    batch.message(2, content)
    waitingBytes += batch.count - size
    waitingSpans += 1
    let limits = destination.limits
    if waitingSpans >= limits.spans || waitingBytes >= limits.bytes { try flush() }
  }

  private func note(_ time: Int64) {
    now = max(now, time)
  }

  // MARK: - Writing

  private func flush() throws {
    // A request without spans is not sent.
    guard waitingSpans > 0 else { return }
    let request = ProtobufWriter(capacity: waitingBytes + 4096)
    for process in batches.indices {
      write(batches[process], to: request) { describe(participants.processes[process], &$0) }
    }
    write(gaps, to: request) { describe(nil, &$0) }
    let spans = waitingSpans
    (waitingSpans, waitingBytes) = (0, 0)
    try destination.add(request.bytes, spans: spans)
  }

  private func write(
    _ batch: ProtobufWriter, to request: ProtobufWriter, of resource: (inout ProtobufWriter) -> Void
  ) {
    if batch.count == 0 { return }
    request.message(1) { resourceSpans in
      resourceSpans.message(1, resource)
      resourceSpans.message(2) { scopeSpans in
        scopeSpans.message(1) { $0.field(1, "signpost") }
        scopeSpans.add(batch)
      }
    }
    batch.removeAll()
  }

  private func describe(_ process: TraceProcess?, _ message: inout ProtobufWriter) {
    let resource = destination.resource
    let name = resource.serviceName ?? process?.name ?? ""
    message.attribute("service.name", name.isEmpty ? Self.unknownService : name, field: 1)
    if let vpid = process?.vpid { message.attribute("process.pid", vpid, field: 1) }
    // Keys are unique: attributes set for all processes take precedence.
    let isHostStated = resource.attributes.contains { $0.key == "host.name" }
    if let host = process?.host, !host.isEmpty, !isHostStated {
      message.attribute("host.name", host, field: 1)
    }
    for attribute in resource.attributes {
      message.attribute(attribute.key, attribute.value, field: 1)
    }
  }

  private func write(_ gap: TraceGap, _ process: ProcessIndex, to message: inout ProtobufWriter) {
    let id = spanID(.gap, gapCount, process)
    message.field(1, recordingID + id)
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
      if let waitingTime = span.waitingTime {
        message.attribute("signpost.waited_ns", waitingTime, field: 9)
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
    case .observer:
      writePlace(of: span, to: &message)
      if span.change.property != .empty {
        message.attribute("signpost.property", names[span.change.property].name, field: 9)
        message.attribute(
          "signpost.other_properties", Int64(bitPattern: span.change.others), field: 9)
      }
      if span.cause != 0 {
        let action = Key(process: span.process, id: span.cause)
        message.attribute("signpost.changed_by", names[span.change.action].displayed, field: 9)
        link(
          .action, span.cause,
          open[action] ?? ended.outermost(of: span.cause, span.process) ?? span.cause,
          span.process, &message)
      }
    case .store:
      writePlace(of: span, to: &message)
    }
    if let outcome = span.outcome {
      message.attribute("signpost.outcome", "\(outcome.word)", field: 9)
      if outcome == .failed { message.message(15) { $0.field(3, 2 as UInt64) } }
    }
  }

  private func writePlace(of span: Span, to message: inout ProtobufWriter) {
    message.attribute("code.file.path", names[span.source].name, field: 9)
    message.attribute("code.line.number", Int64(bitPattern: span.line), field: 9)
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

  /// The time of the first event identifies a recording, whatever part of it is exported.
  private var recordingID: [UInt8] { Self.bytes(UInt64(bitPattern: participants.start ?? 0)) }

  private func traceID(_ kind: Span.Kind, _ id: UInt64, _ process: ProcessIndex) -> [UInt8] {
    recordingID + spanID(kind.category, id, process)
  }

  private func spanID(
    _ category: TimelineCategory, _ id: UInt64, _ process: ProcessIndex
  ) -> [UInt8] {
    // Ids are counted: each kind and process has a range of its own.
    let start: UInt64 = UInt64(truncatingIfNeeded: process) << 8 | category.rawValue
    return Self.bytes(max(id ^ (start &* 0x9e37_79b9_7f4a_7c15), 1))
  }

  private static func bytes(_ value: UInt64) -> [UInt8] {
    withUnsafeBytes(of: value.bigEndian, Array.init)
  }

  /// The outermost actions around recently ended actions.
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
