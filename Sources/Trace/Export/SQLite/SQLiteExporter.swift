import ByteBuffers
import TraceAnalysis

/// Writes an SQLite database for queries in SQL.
final class SQLiteExporter: TraceSink {
  private let names: NameTable
  private let texts: EventTexts
  private let participants: TraceParticipants
  private let places: RecordingPlaces
  private let database: SQLiteDatabase
  private let spans: SQLiteDatabase.Inserter
  private let points: SQLiteDatabase.Inserter
  private let gaps: SQLiteDatabase.Inserter

  init(_ reader: TraceReader, _ output: OutputFile) throws {
    guard let path = output.pathWhileWriting else {
      throw ExportFailure.fileUnusable(
        output.path, reason: "a database takes a file that can be read while it is written")
    }
    names = reader.names
    texts = reader.texts
    participants = reader.participants
    places = RecordingPlaces(reader.directories)
    database = try SQLiteDatabase(path, named: output.path)
    try database.run(SQLiteSchema.tables)
    spans = try database.inserter("spans", columns: 28)
    points = try database.inserter("points", columns: 16)
    gaps = try database.inserter("gaps", columns: 6)
  }

  func end(_ span: Span) throws {
    let isEndedAction = span.kind == .action && span.end != nil
    spans.add(word: span.category.word)
    spans.add(Int64(span.process))
    spans.add(Int64(bitPattern: span.id))
    spans.add(span.thread.map(Int64.init))
    spans.add(span.endThread.map(Int64.init))
    spans.add(Int64(span.name.index))
    spans.add(span.isStartKnown ? span.start : nil)
    spans.add(span.end)
    spans.add(span.duration)
    spans.add(span.kind == .action ? span.selfTime : nil)
    spans.add(word: span.completeness.word)
    spans.add(word: span.outcome?.word)
    spans.add(id: span.parent)
    spans.add(id: span.cause)
    spans.add(id: span.store)
    spans.add(name: span.feature)
    spans.add(word: isEndedAction ? span.stateChange.word : nil)
    spans.add(word: isEndedAction ? span.effectKind.word : nil)
    spans.add(span.kind == .effect ? Int64(bitPattern: span.outputs) : nil)
    spans.add(span.send?.time)
    spans.add(span.send.map { Int64(bitPattern: $0.depth) })
    spans.add(id: span.belongsTo)
    spans.add(name: span.source)
    spans.add(id: span.line)
    spans.add(name: span.change.property)
    spans.add(span.kind == .observer ? Int64(bitPattern: span.change.others) : nil)
    spans.add(name: span.change.action)
    spans.add(span.send?.requested)
    try spans.endRow()
  }

  func point(_ point: TracePoint) throws {
    var row = PointRow()
    switch point.event.payload {
    case .send(let send):
      row = PointRow(kind: "send", name: send.name, store: send.store, cause: send.cause)
      row.number = send.depth
    case .effectOutput(let output): row = PointRow(kind: "output", name: output.name)
    case .event(let event):
      row = PointRow(kind: "event", name: event.name, text: texts.message, source: event.source)
      row.number = event.id
    case .log(let log):
      row = PointRow(
        kind: "log", name: log.label, text: texts.message, source: log.file, line: log.line)
      row.metadata = texts.metadata
      row.level = log.level.word
    case .actionPayload: row = PointRow(kind: "payload", text: texts.message)
    case .actionData(let data):
      row = PointRow(kind: "action_data", text: texts.message)
      row.number = data.size
    case .stateData(let data):
      row = PointRow(kind: "state_data", text: texts.message)
      row.number = data.size
    case .stateDigest(_, let digest):
      row = PointRow(kind: "state_digest", text: String(hexadecimal: digest))
    case .stateDiff: row = PointRow(kind: "state_diff", text: texts.message)
    case .budgetExceeded(let excess):
      row = PointRow(kind: "budget", name: excess.name)
      row.number = excess.budget
      row.taken = excess.taken
    case .scope(let scope):
      row = PointRow(kind: "scope", store: scope.store)
      row.number = scope.isCached ? 1 : 0
    case .schema(let schema):
      row = PointRow(kind: "schema", name: schema.library)
      row.number = schema.version
    case .sampling(let sampling):
      row = PointRow(
        kind: "sampling", name: sampling.name, text: "\(sampling.kept)/\(sampling.of)")
      row.number = sampling.leftOut
    default: return
    }
    points.add(word: row.kind)
    points.add(Int64(point.event.process))
    points.add(point.event.thread.map(Int64.init))
    points.add(point.event.timestamp)
    points.add(word: point.span?.kind.category.word)
    points.add(id: point.span?.id ?? 0)
    points.add(name: row.name)
    points.add(id: row.store)
    points.add(id: row.cause)
    points.add(text: row.text)
    points.add(text: row.metadata)
    points.add(word: row.level)
    points.add(row.number.map { Int64(bitPattern: $0) })
    points.add(row.taken.map { Int64(bitPattern: $0) })
    points.add(name: row.source)
    points.add(id: row.line)
    try points.endRow()
  }

  func gap(_ gap: TraceGap) throws {
    gaps.add(gap.process.map(Int64.init))
    gaps.add(text: places.replaced(in: gap.stream))
    gaps.add(gap.start)
    gaps.add(gap.end)
    gaps.add(text: "\(gap.unit)")
    gaps.add(gap.count.map { Int64(bitPattern: $0) })
    try gaps.endRow()
  }

  func finish(_ summary: TraceSummary, _ unmatched: UnmatchedEvents) throws {
    let processes = try database.inserter("processes", columns: 4)
    for (index, process) in participants.processes.enumerated() {
      processes.add(Int64(index))
      processes.add(process.vpid)
      processes.add(text: process.name)
      processes.add(text: process.host.isEmpty ? nil : process.host)
      try processes.endRow()
    }
    let threads = try database.inserter("threads", columns: 4)
    for (index, thread) in participants.threads.enumerated() {
      threads.add(Int64(index))
      threads.add(thread.vtid)
      threads.add(text: thread.name)
      threads.add(Int64(thread.process))
      try threads.endRow()
    }
    let rows = try database.inserter("names", columns: 3)
    for (index, name) in names.all.enumerated() {
      rows.add(Int64(index))
      rows.add(text: name.prefix)
      rows.add(text: name.name)
      try rows.endRow()
    }
    let damage = try database.inserter("damage", columns: 2)
    for part in summary.damage {
      damage.add(text: places.replaced(in: part.path))
      damage.add(text: places.replaced(in: part.message))
      try damage.endRow()
    }
    try database.run(SQLiteSchema.indices)
    database.close()
  }

  private struct PointRow {
    var kind: StaticString = ""
    var name = NameID.empty
    var store: UInt64 = 0
    var cause: UInt64 = 0
    var text: String?
    var metadata: String?
    var level: StaticString?
    var number: UInt64?
    var taken: UInt64?
    var source = NameID.empty
    var line: UInt64 = 0
  }
}

extension SQLiteDatabase.Inserter {
  fileprivate func add(name: NameID) { add(name == .empty ? nil : Int64(name.index)) }
}
