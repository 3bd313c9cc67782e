import TextTables
import TraceAnalysis

/// Writes a row for each span, in the order of their ends.
///
/// RFC 4180: a heading, fields separated by commas, lines by CR and LF, quoted where that is needed.
/// Times are nanoseconds; what is not known is empty. Gaps are rows, too, of the kind `gap`.
final class CSVExporter: TraceSink {
  private let names: NameTable
  private let participants: TraceParticipants
  private let output: OutputFile
  private var line = ""

  private static let columns = [
    "kind", "id", "pid", "tid", "prefix", "name", "start_ns", "end_ns", "duration_ns", "self_ns",
    "completeness", "outcome", "parent", "cause", "store", "feature", "state_changed", "effect",
    "outputs", "sent_ns", "queued_behind", "source", "line",
  ]

  init(_ reader: TraceReader, _ output: OutputFile) {
    names = reader.names
    participants = reader.participants
    self.output = output
    output.write(Self.columns.joined(separator: ",") + "\r\n")
  }

  func end(_ span: Span) {
    let name = names[span.name]
    add("\(span.kind)")
    add("\(span.id)")
    add(vpid(span.process))
    add(span.thread.map { "\(participants.threads[Int($0)].vtid)" })
    add(name.prefix)
    add(name.name)
    add(span.isStartKnown ? "\(span.start)" : "")
    add(span.end.map { "\($0)" })
    add(span.duration.map { "\($0)" })
    add(span.kind == .action ? span.selfTime.map { "\($0)" } : "")
    add("\(span.completeness)")
    add(span.outcome.map { "\($0)" })
    add(reference(span.parent))
    add(reference(span.cause))
    add(reference(span.store))
    add(names[span.feature].name)
    let isEndedAction = span.kind == .action && span.end != nil
    add(isEndedAction ? "\(span.stateChange)" : "")
    add(isEndedAction ? "\(span.effectKind)" : "")
    add(span.kind == .effect ? "\(span.outputs)" : "")
    add(span.send.map { "\($0.time)" })
    add(span.send.map { "\($0.depth)" })
    let source = names[span.source]
    add(source.prefix.isEmpty ? source.name : "\(source.prefix) \(source.name)")
    add(span.line == 0 ? "" : "\(span.line)")
    endLine()
  }

  func gap(_ gap: TraceGap) {
    add("gap")
    add("")
    add(gap.process.map(vpid) ?? "")
    add("")
    add("")
    add(gap.count.map { "\($0) \(gap.unit) lost" } ?? "\(gap.unit) lost")
    add("\(gap.start)")
    add("\(gap.end)")
    add("\(gap.end - gap.start)")
    for _ in 0..<12 { add("") }
    add(gap.stream)
    add("")
    endLine()
  }

  private func vpid(_ process: ProcessIndex) -> String {
    participants.processes[Int(process)].vpid.map { "\($0)" } ?? ""
  }

  private func reference(_ id: UInt64) -> String { id == 0 ? "" : "\(id)" }

  private func add(_ field: String?) {
    if !line.isEmpty { line += "," }
    if let field { line += CSV.field(field) }
  }

  private func endLine() {
    output.write(line + "\r\n")
    line.removeAll(keepingCapacity: true)
  }
}
