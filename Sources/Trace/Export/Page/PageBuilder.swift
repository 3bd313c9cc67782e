import ByteBuffers
import Durations
import TraceAnalysis

/// Creates the data of a page in one pass over a trace: lanes, levels, chunks, and at the end the
/// head.
///
/// Memory depends on the number of lanes and names and of concurrently open spans, never on the
/// length of the trace.
final class PageBuilder: TraceSink {
  let texts: EventTexts
  let participants: TraceParticipants
  let report: ReportBuilder
  let filter: TraceFilter
  /// Unfiltered sinks of the reader.
  let time: ProgramTime
  let queues: QueueCounts
  var names: PageNames
  var lanes = PageLanes()
  private(set) var levels = PageLevels()
  private(set) var chunks: PageChunks
  private(set) var overview = PageOverview()
  private(set) var gaps = PageGaps()
  private(set) var spanCount: UInt64 = 0
  private(set) var pointCount: UInt64 = 0
  /// Set when the whole trace was read.
  private(set) var summary: TraceSummary?
  private(set) var highestLevel = 0
  /// The CPU samples, once everything was read.
  private(set) var profile: Profile?

  var processes: [PageProcess] = []
  private let nameTable: NameTable
  private let samples: RecordedSamples?
  /// Spans without an end: their durations are known at the end of the trace.
  private var unended: [Unended] = []
  /// The time of the first event, the origin of all times here.
  private(set) var origin: Int64?
  /// The latest time so far, and the earliest start.
  private(set) var now = Int64.min
  private var earliest = Int64.max
  private var latest = Int64.min

  private static let unendedLimit = 1 << 20

  /// Where the samples are and how many, or why there are none.
  enum Profile {
    case samples(Int, chunk: Int)
    case failure(String)
  }

  private struct Unended {
    var record: PageRecord
    var lane: PageLane
  }

  /// - Parameters:
  ///   - reader: Where the trace comes from.
  ///   - filter: The part of the trace in the page.
  ///   - samples: The CPU samples of the trace, a sink that has to be finished before this one.
  ///   - write: Given one chunk after the other.
  init(
    _ reader: TraceReader, _ filter: TraceFilter, _ encoder: PageChunkEncoder,
    _ samples: RecordedSamples?, write: @escaping (UnsafeRawBufferPointer) -> Void
  ) {
    texts = reader.texts
    participants = reader.participants
    nameTable = reader.names
    var options = ReportOptions()
    options.filter = filter
    time = ProgramTime(filter, reader.names, reader.participants)
    report = ReportBuilder(options, reader, time: time)
    self.filter = filter
    self.samples = samples
    names = PageNames(reader.names)
    chunks = PageChunks(encoder, write: write)
    queues = QueueCounts(filter, reader.names, reader.participants)
    queues.onChange = { [unowned self] in
      process($0.process).curves.set($0, at: relative($0.time))
    }
  }

  // MARK: - Time

  /// A time relative to the first event.
  @inline(__always)
  func relative(_ time: Int64) -> Int64 {
    if let origin { return time.subtractingClamped(origin) }
    let origin = participants.start ?? time
    self.origin = origin
    return time.subtractingClamped(origin)
  }

  @inline(__always)
  func notice(_ time: Int64) { now = max(now, relative(time)) }

  /// The start of the first record, or of the trace, relative to the first event.
  var start: Int64 {
    let first = filter.isEmpty ? min(earliest, 0) : earliest
    return first == .max ? 0 : first
  }

  /// The end of the trace, relative to the first event.
  var end: Int64 {
    let last = summary?.timeRange.map { relative($0.upperBound) } ?? 0
    let end = filter.isEmpty || latest == .min ? max(latest, last) : latest
    return max(end, start)
  }

  // MARK: - TraceSink

  func begin(_ span: Span) {
    report.begin(span)
    notice(span.start)
    let process = process(span.process)
    switch span.kind {
    case .action, .observer: beginCall(span, process)
    case .effect, .interval, .store: beginPacked(span, process)
    }
  }

  func end(_ span: Span) {
    report.end(span)
    if let end = span.end { notice(end) }
    let process = process(span.process)
    switch span.kind {
    case .action, .observer: endCall(span, process)
    case .effect, .interval, .store: endPacked(span, process)
    }
  }

  func gap(_ gap: TraceGap) { gaps.add(gap) }

  func finish(_ summary: TraceSummary, _ unmatched: UnmatchedEvents) {
    report.finish(summary, unmatched)
    self.summary = summary
    let last = max(summary.timeRange.map { relative($0.upperBound) } ?? now, now)
    unended.sort { ($0.record.start, $0.record.id) < ($1.record.start, $1.record.id) }
    for open in unended {
      var record = open.record
      record.duration = max(last.subtractingClamped(record.start), 0)
      add(record, open.lane)
    }
    unended = []
    highestLevel = levels.finish(duration: end.subtractingClamped(start)) { chunks.add($0, $1) }
    chunks.finish()
    switch samples {
    case .stacks(let stacks):
      let start = start
      let profile = PageProfile(stacks, nameTable) { relative($0).subtractingClamped(start) }
      self.profile = .samples(profile.count, chunk: chunks.append(profile.bytes))
    case .failure(let text): profile = .failure(text)
    case nil: break
    }
  }

  // MARK: - Records

  /// Counts outermost actions.
  func count(begin span: borrowing Span) { overview.begin(at: relative(span.start)) }

  func count(end span: borrowing Span) {
    guard let duration = span.duration else { return }
    overview.end(begun: relative(span.start), duration: duration)
  }

  /// Adds a span.
  ///
  /// - Parameters:
  ///   - end: The event that ended it implicitly, if the trace does not have its end.
  func add(_ span: borrowing Span, _ lane: PageLane, row: UInt8, end: Int64?, text: String = "") {
    var record = PageRecord(
      PageRecord.Kind(span.kind), lane: lane.index, start: relative(span.start))
    record.row = row
    record.process = span.process
    record.id = span.id
    record.state = PageState.state(span)
    record.action = PageState.action(span)
    record.cause = span.cause
    record.parent = span.parent
    record.nested = span.nestedTime
    record.outputs = span.outputs
    record.belongsTo = span.belongsTo
    if let send = span.send {
      record.waited = max(span.start.subtractingClamped(send.requested), 0).addingClamped(1)
      record.depth = send.depth
    }
    switch span.kind {
    case .observer:
      record.name = names.number(ofPlace: span.source, span.line)
      record.place = names.number(of: span.change.property)
      record.outputs = span.change.others
    case .store:
      record.name = names.number(of: span.name)
      record.place = names.number(ofPlace: span.source, span.line)
    default: record.name = names.number(of: span.name)
    }
    record.text = chunks.texts.add(text)
    spanCount += 1
    // If too many are open, the oldest are given up while the trace is read.
    let isGivenUp = unended.count >= Self.unendedLimit
    guard let end = span.end.map({ relative($0) }) ?? end ?? (isGivenUp ? now : nil) else {
      unended.append(Unended(record: record, lane: lane))
      return
    }
    record.duration = max(end.subtractingClamped(record.start), 0)
    add(record, lane)
  }

  /// Adds a point.
  func add(_ record: PageRecord, point lane: PageLane) {
    pointCount += 1
    add(record, lane)
  }

  /// Adds a point that is never drawn.
  func addHidden(_ record: PageRecord) {
    pointCount += 1
    extend(record)
    chunks.add(record, 0)
  }

  @inline(__always)
  private func add(_ record: PageRecord, _ lane: PageLane) {
    extend(record)
    let slot = lane.slot(of: record.row) {
      levels.addRow(isShared: record.row == PageLane.lastRow)
    }
    levels.add(record, to: slot, now: now) { chunks.add($0, $1) }
  }

  @inline(__always)
  private func extend(_ record: PageRecord) {
    earliest = min(earliest, record.start)
    latest = max(latest, record.end)
  }

  func keep(text: String) -> UInt32 { chunks.texts.add(text) }

  // MARK: - Lanes

  @inline(__always)
  func process(_ index: ProcessIndex) -> PageProcess {
    while processes.count <= Int(index) {
      processes.append(PageProcess(ProcessIndex(processes.count)))
    }
    return processes[Int(index)]
  }

  func lane(_ key: PageLane.Key, feature: NameID = .empty) -> PageLane {
    lanes.lane(key, feature: feature, &names)
  }

  /// Creates the head, when the whole trace was read.
  func head(_ places: RecordingPlaces) throws -> ByteBuffer {
    let report = report.report(of: places.title, names: nameTable)
    return try PageHead(self, places, report: places.replaced(in: report)).json()
  }
}
