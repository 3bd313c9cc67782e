import ByteBuffers
import TextTables
import TraceAnalysis

/// Writes a row for each span, in the order of their ends.
///
/// RFC 4180: a heading, fields separated by commas, lines by CR and LF, quoted if needed. Times are
/// nanoseconds; unknown values are empty. Gaps are rows, too, of the kind `gap`, and so is damage,
/// of the kind `damage`.
final class CSVExporter: TraceSink {
  private let names: NameTable
  private let participants: TraceParticipants
  private let places: RecordingPlaces
  private let output: OutputFile
  private let bytes = ByteBuffer(capacity: 2 * bufferSize)

  private static let bufferSize = 1 << 16

  private static let columns = [
    "kind", "id", "pid", "tid", "prefix", "name", "start_ns", "end_ns", "duration_ns", "self_ns",
    "completeness", "outcome", "parent", "cause", "store", "feature", "state_changed", "effect",
    "outputs", "sent_ns", "queued_behind", "source", "line", "host", "property",
    "other_properties", "changed_by", "requested_ns",
  ]

  init(_ reader: TraceReader, _ output: OutputFile) {
    names = reader.names
    participants = reader.participants
    places = RecordingPlaces(reader.directories)
    self.output = output
    output.write(Self.columns.joined(separator: ",") + "\r\n")
  }

  func end(_ span: Span) {
    let name = names[span.name]
    let source = names[span.source]
    let isEndedAction = span.kind == .action && span.end != nil
    var line = CSVLine(in: bytes)
    line.add(word: span.category.word)
    line.add(span.id)
    line.add(participants.processes[Int(span.process)].vpid)
    line.add(span.thread.map { participants.threads[Int($0)].vtid })
    line.add(text: name.prefix)
    line.add(text: name.name)
    line.add(span.isStartKnown ? span.start : nil)
    line.add(span.end)
    line.add(span.duration)
    line.add(span.kind == .action ? span.selfTime : nil)
    line.add(word: span.completeness.word)
    line.add(word: span.outcome?.word)
    line.add(id: span.parent)
    line.add(id: span.cause)
    line.add(id: span.store)
    line.add(text: names[span.feature].name)
    line.add(word: isEndedAction ? span.stateChange.word : nil)
    line.add(word: isEndedAction ? span.effectKind.word : nil)
    line.add(span.kind == .effect ? span.outputs : nil)
    line.add(span.send?.time)
    line.add(span.send?.depth)
    line.add(text: source.prefix.isEmpty ? source.name : "\(source.prefix) \(source.name)")
    line.add(id: span.line)
    line.add(text: participants.processes[Int(span.process)].host)
    line.add(text: names[span.change.property].name)
    line.add(span.kind == .observer ? span.change.others : nil)
    line.add(text: span.change.action == .empty ? "" : names[span.change.action].displayed)
    line.add(span.send?.requested)
    line.end()
    if bytes.count >= Self.bufferSize { flush() }
  }

  func gap(_ gap: TraceGap) {
    var line = CSVLine(in: bytes)
    line.add(word: "gap")
    line.addNone()
    line.add(gap.process.flatMap { participants.processes[Int($0)].vpid })
    line.addNone()
    line.addNone()
    line.add(text: gap.count.map { "\($0) \(gap.unit) lost" } ?? "\(gap.unit) lost")
    line.add(gap.start)
    line.add(gap.end)
    line.add(gap.end - gap.start)
    for _ in 0..<12 { line.addNone() }
    line.add(text: places.replaced(in: gap.stream))
    line.addNone()
    line.add(text: gap.process.map { participants.processes[Int($0)].host } ?? "")
    for _ in 0..<4 { line.addNone() }
    line.end()
  }

  func finish(_ summary: TraceSummary, _ unmatched: UnmatchedEvents) {
    for damage in summary.damage {
      var line = CSVLine(in: bytes)
      line.add(word: "damage")
      for _ in 0..<4 { line.addNone() }
      line.add(text: places.replaced(in: damage.message))
      for _ in 0..<15 { line.addNone() }
      line.add(text: places.replaced(in: damage.path))
      for _ in 0..<6 { line.addNone() }
      line.end()
    }
    flush()
  }

  private func flush() {
    output.write(bytes.bytes)
    bytes.removeAll()
  }
}
