import ByteBuffers

/// A sink that writes a trace as lines in the order of time, as text or as one JSON object per
/// line.
public final class EventLines: TraceSink {
  private let names: NameTable
  private let texts: EventTexts
  private let participants: TraceParticipants
  private let isJSON: Bool
  private let write: (UnsafeRawBufferPointer) throws -> Void
  private var start: Int64?
  private let bytes = ByteBuffer(capacity: 2 * bufferSize)
  /// The names so far, in the form of lines.
  private var nameTexts: [ByteBuffer?] = []
  private let noName = ByteBuffer(capacity: 1)

  private static let bufferSize = 1 << 16

  /// Creates a sink.
  ///
  /// - Parameters:
  ///   - reader: The reader of the trace.
  ///   - isJSON: Whether each line is a JSON object.
  ///   - write: Receives the text in UTF-8, many lines at a time.
  public init(
    _ reader: TraceReader, isJSON: Bool = false,
    write: @escaping (UnsafeRawBufferPointer) throws -> Void
  ) {
    names = reader.names
    texts = reader.texts
    participants = reader.participants
    self.isJSON = isJSON
    self.write = write
  }

  /// Adds a line.
  public func begin(_ span: Span) throws {
    let line = line(span, "begin", at: span.start, span.thread)
    if !span.isStartKnown || span.completeness == .announced {
      line.add(fact: "announced")
    }
    line.add("parent", span.parent)
    line.add(span.kind == .action ? "cause" : "action", span.cause)
    if span.change != Span.Change() {
      let action = names[span.change.action]
      line.add(
        "changed by",
        text: action.prefix.isEmpty ? action.name : "[\(action.prefix)] \(action.name)")
      line.add("property", text: names[span.change.property].name)
      line.add("other properties", count: span.change.others)
    }
    if span.kind != .store { line.add("store", span.store) }
    if let send = span.send, send.depth > 0 { line.add("behind", count: send.depth) }
    if span.line > 0 { line.add("place", text: "\(names[span.source].name):\(span.line)") }
    try finish(line)
  }

  /// Adds a line, if the end is in the trace.
  public func end(_ span: Span) throws {
    guard let end = span.end else { return }
    let line = line(span, "end", at: end, span.endThread)
    line.add("took", span.duration)
    if span.kind == .action {
      if span.nestedTime > 0 { line.add("self", span.selfTime) }
      line.add("changed", word: span.stateChange.word)
      line.add("effect", word: span.effectKind.word)
    }
    if let outcome = span.outcome { line.add("outcome", word: outcome.word) }
    if span.kind == .effect { line.add("outputs", count: span.outputs) }
    if span.completeness != .whole { line.add("completeness", word: span.completeness.word) }
    try finish(line)
  }

  /// Adds a line.
  public func point(_ point: TracePoint) throws {
    let event = point.event
    func started(_ kind: StaticString, _ name: NameID) -> EventLine {
      self.line(kind, nil, name, 0, at: event.timestamp, event.process, event.thread)
    }
    let text: EventLine
    switch event.payload {
    case .schema(let schema):
      text = started("schema", .empty)
      text.add("version", count: schema.version)
      text.add("library", text: names[schema.library].name)
      text.add("program", text: names[schema.program].name)
    case .effectOutput(let output):
      text = started("effect output", output.name)
      text.add("effect", output.effect)
    case .event(let happened):
      text = started("event", happened.name)
      text.add("source", text: sourceText(happened.source))
      text.add("belongs to", happened.id)
      text.add("message", text: texts.message)
    case .log(let log):
      text = started("log", log.label)
      text.add("level", word: log.level.word)
      text.add("message", text: texts.message)
      text.add("metadata", text: texts.metadata)
      text.add("place", text: "\(names[log.file].name):\(log.line)")
    case .actionPayload(let action):
      text = started("payload", point.spanName)
      text.add("action", action)
      text.add("payload", text: texts.message)
    case .stateDiff(let action):
      text = started("state diff", point.spanName)
      text.add("action", action)
      text.add("difference", text: texts.message)
    case .actionData(let data):
      text = dataLine(data, started("action data", point.spanName))
    case .stateData(let data):
      text = dataLine(data, started("state data", point.spanName))
    case .stateDigest(let action, let digest):
      text = started("state digest", point.spanName)
      text.add("action", action)
      text.add("digest", text: String(hexadecimal: digest))
    case .budgetExceeded(let excess):
      text = started("budget exceeded", excess.name)
      text.add("action", excess.action)
      text.add("budget", Int64(clamping: excess.budget))
      text.add("took", Int64(clamping: excess.taken))
    case .reduceLatency(let latency):
      text = started("reduce latency", latency.name)
      text.add("action", latency.action)
      text.add("took", Int64(clamping: latency.duration))
    case .sampling(let sampling):
      text = started("sampling", sampling.name)
      text.add("sample", text: "\(sampling.kept)/\(sampling.of)")
      if sampling.maxRate > 0 { text.add("most per second", count: sampling.maxRate) }
      if sampling.name != .empty { text.add("left out", count: sampling.leftOut) }
    case .observerLatency(let observer, let duration):
      text = started("observer latency", .empty)
      text.add("place", text: "\(names[observer.file].name):\(observer.line)")
      text.add("took", Int64(clamping: duration))
    case .send(let send):
      text = started("send", send.name)
      text.add("action", send.action)
      text.add("cause", send.cause)
      text.add("store", send.store)
      text.add("behind", count: send.depth)
      if send.waited > 0 { text.add("waited", send.waited) }
      if send.isReentrant { text.add(fact: "re-entrant") }
    case .scope(let scope):
      text = started("scope", point.feature)
      text.add("store", scope.store)
      text.add("child", scope.child)
      text.add("cached", word: scope.isCached ? "true" : "false")
    default:
      return
    }
    try finish(text)
  }

  private func dataLine(
    _ data: TraceEvent.Data, _ line: EventLine
  ) -> EventLine {
    line.add("action", data.action)
    if data.size == 0 {
      line.add(fact: "not encodable")
    } else if texts.messageLength == 0 {
      line.add(fact: "too long")
    }
    line.add("bytes", count: data.size)
    if data.offset > 0 { line.add("from", count: data.offset) }
    line.add("data", text: texts.message)
    return line
  }

  /// Adds a line.
  public func gap(_ gap: TraceGap) throws {
    let line = line("lost", nil, .empty, 0, at: gap.start, gap.process, nil)
    if let count = gap.count {
      line.add("count", count: count)
    } else {
      line.add("count", word: "unknown")
    }
    line.add("unit", word: gap.unit.word)
    line.add("until", gap.end - gap.start)
    line.add("stream", text: gap.stream)
    try finish(line)
  }

  /// Writes the remaining lines.
  public func finish(_ summary: TraceSummary, _ unmatched: UnmatchedEvents) throws {
    try flush()
  }

  // MARK: - Lines

  private func line(
    _ span: Span, _ detail: StaticString, at time: Int64, _ thread: ThreadIndex?
  ) -> EventLine {
    let line = line(span.kind.word, detail, span.name, span.id, at: time, span.process, thread)
    if span.kind == .interval { line.add("source", text: sourceText(span.source)) }
    if span.isSynchronous { line.add(fact: "synchronous") }
    return line
  }

  private func line(
    _ kind: StaticString, _ detail: StaticString?, _ name: NameID, _ id: UInt64, at time: Int64,
    _ process: ProcessIndex?, _ thread: ThreadIndex?
  ) -> EventLine {
    let start = start ?? time
    self.start = start
    let vpid = process.flatMap { participants.processes[Int($0)].vpid }
    let host =
      participants.hosts.count > 1 ? process.map { participants.processes[Int($0)].host } : nil
    return EventLine(
      in: bytes, isJSON: isJSON, kind: kind, detail: detail, name: text(of: name), id: id,
      time: time, sinceStart: time &- start, host: host, vpid: vpid,
      vtid: thread.map { participants.threads[Int($0)].vtid })
  }

  private func text(of name: NameID) -> ByteBuffer {
    if name == .empty { return noName }
    let index = Int(name.index)
    while nameTexts.count <= index { nameTexts.append(nil) }
    if let known = nameTexts[index] { return known }
    let text = EventLine.name(names[name], isJSON: isJSON)
    nameTexts[index] = text
    return text
  }

  private func sourceText(_ source: NameID) -> String {
    let source = names[source]
    return [source.prefix, source.name].filter { !$0.isEmpty }.joined(separator: ":")
  }

  private func finish(_ line: EventLine) throws {
    line.end()
    if bytes.count >= Self.bufferSize { try flush() }
  }

  private func flush() throws {
    if !bytes.isEmpty { try write(bytes.bytes) }
    bytes.removeAll()
  }
}
