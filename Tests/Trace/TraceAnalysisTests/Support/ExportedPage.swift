import Foundation
import Testing

@testable import TraceAnalysis
@testable import TraceExport

/// A page of a trace, beside the model and the report of the same trace.
struct ExportedPage {
  var page: DecodedPage
  var html: String
  var model: TraceModel
  var report: Report
  /// The directory of the recording.
  var place: String

  init(_ writer: TraceWriter, filter: TraceFilter = TraceFilter()) throws {
    self = try withTemporaryDirectory { directory in
      let recording = directory.appendingPathComponent("recording")
      try writer.write(to: recording)
      return try ExportedPage(recording: recording, filter: filter)
    }
  }

  init(recording: URL, filter: TraceFilter = TraceFilter()) throws {
    place = recording.path
    let file = recording.deletingLastPathComponent().appendingPathComponent("export")
    try TraceExport.write(recording.path, as: .html, to: file.path, filter: filter)
    let data = try Data(contentsOf: file)
    html = String(decoding: data, as: UTF8.self)
    page = try DecodedPage(html: data)
    model = try TraceModel(recording.path, filter: filter)
    var options = ReportOptions()
    options.filter = filter
    report = try Report(directory: recording.path, options: options)
  }

  /// The origin of the times of records, in nanoseconds since the Unix epoch.
  var start: Int64 { Int64(page.head.start) ?? .min }

  func lane(_ record: DecodedPage.Record) -> DecodedPage.Head.Lane { page.head.lanes[record.lane] }

  func name(_ index: Int) -> [String] { page.head.names[index] }

  // MARK: - Comparing with the model

  private struct Key: Hashable {
    var kind: DecodedPage.Kind
    var process: Int
    var id: UInt64
  }

  /// Every span of the model is in the page once, with all that is known of it.
  func expectSpans() throws {
    let spans = page.contents.filter { $0.kind.rawValue <= DecodedPage.Kind.store.rawValue }
    let records = Dictionary(
      spans.map { (Key(kind: $0.kind, process: lane($0).process, id: $0.id), $0) },
      uniquingKeysWith: { first, _ in
        Issue.record("\(first) is there twice")
        return first
      })
    #expect(spans.count == model.spans.count)
    #expect(page.head.spans == model.spans.count)
    for span in model.spans {
      let key = Key(kind: .init(span.kind), process: Int(span.process), id: span.id)
      let record = try #require(records[key], "\(span.kind) \(span.id) is missing")
      expect(record, span)
    }
  }

  private func expect(_ record: DecodedPage.Record, _ span: Span) {
    let of = "\(span.kind) \(span.id)"
    #expect(record.start + start == span.start, "\(of)")
    if let end = span.end {
      #expect(record.end + start == max(end, span.start), "\(of)")
    } else {
      #expect(record.end + start <= model.end, "\(of)")
      // A running span has also ended when another has taken its place.
      if span.completeness == .stillOpen, record.row == 0, span.kind == .store {
        #expect(record.end + start == model.end, "\(of)")
      }
    }
    let outcomes: [Span.Outcome?] = [nil, .finished, .cancelled, .failed, .abandoned, .unknown]
    #expect(outcomes[record.state & 7] == span.outcome, "\(of)")
    #expect(Span.Completeness.allCases[record.state >> 3 & 7] == span.completeness, "\(of)")
    #expect((record.state >> 6 == 1) == !span.isStartKnown, "\(of)")
    #expect(record.cause == span.cause, "\(of)")
    #expect(record.parent == span.parent, "\(of)")
    #expect(record.nested == span.nestedTime, "\(of)")
    #expect(record.outputs == span.outputs, "\(of)")
    #expect(record.belongsTo == span.belongsTo, "\(of)")
    #expect(record.waited == span.send.map { max(span.start - $0.time, 0) }, "\(of)")
    #expect(record.depth == span.send?.depth ?? 0, "\(of)")
    if span.kind == .action {
      let changes: [TraceEvent.StateChange] = [.unknown, .no, .yes]
      #expect(changes[record.action & 3] == span.stateChange, "\(of)")
      let kinds = TraceEvent.EffectKind.allCases
      #expect(kinds[record.action >> 2 & 7] == span.effectKind, "\(of)")
      #expect((record.action >> 5 == 1) == (span.send?.isReentrant == true), "\(of)")
    } else {
      #expect(record.action == 0, "\(of)")
    }
    let place = "\(model.names[span.source].name):\(span.line)"
    let name = model.names[span.name]
    switch span.kind {
    case .observer: #expect(self.name(record.name) == ["", place])
    case .store:
      #expect(self.name(record.name) == ["", name.name])
      #expect(self.name(record.place) == ["", place])
    default: #expect(self.name(record.name) == [name.prefix, name.name], "\(of)")
    }
    expectLane(record, span)
  }

  private func expectLane(_ record: DecodedPage.Record, _ span: Span) {
    let lane = lane(record)
    #expect(lane.process == Int(span.process))
    #expect(record.row < lane.rows)
    switch span.kind {
    case .action, .observer:
      #expect(lane.kind == "calls")
      #expect(lane.thread == span.thread.map(Int.init))
      #expect(lane.store == (span.store == 0 ? nil : "\(span.store)"))
    case .effect:
      #expect(lane.kind == "effects")
      #expect(lane.store == (span.store == 0 ? nil : "\(span.store)"))
    case .interval:
      let source = model.names[span.source]
      #expect(lane.kind == "intervals")
      #expect(name(lane.name ?? 0) == [source.prefix, source.name])
      #expect(record.row > 0)
    case .store:
      #expect(lane.kind == "stores")
      if span.store == 0 { #expect(lane.store == "\(span.id)") }
    }
  }

  /// Every point that a page shows is in it once.
  func expectPoints() {
    var expected: [String: Int] = [:]
    for (point, message, metadata) in model.points {
      let event = point.event
      var line = "\(event.timestamp - start) \(event.process) "
      switch event.payload {
      case .log(let log):
        let text = metadata.isEmpty ? message : "\(message)\n\(metadata)"
        let place = "\(model.names[log.file].name):\(log.line)"
        line += "log \(model.names[log.label].name) \(log.level) \(place) \(text)"
      case .event(let content):
        line += "event \(model.names[content.name].name) \(content.id) \(message)"
      case .budgetExceeded(let excess):
        line += "budget \(model.names[excess.name].name) \(excess.action) "
        line += "\(excess.taken) of \(excess.budget)"
      case .actionPayload(let action): line += "payload \(action) \(message)"
      case .stateDiff(let action): line += "difference \(action) \(message)"
      default: continue
      }
      expected[line, default: 0] += 1
    }
    let points = page.contents.filter { $0.kind.rawValue > DecodedPage.Kind.store.rawValue }
    var found: [String: Int] = [:]
    for point in points {
      #expect(point.duration == 0 && point.id == 0)
      var line = "\(point.start) \(lane(point).process) \(point.kind) "
      switch point.kind {
      case .log:
        line += "\(name(point.name)[1]) \(TraceEvent.LogLevel.allCases[point.action - 1]) "
        line += "\(name(point.place)[1]) \(point.text ?? "")"
      case .event: line += "\(name(point.name)[1]) \(point.belongsTo) \(point.text ?? "")"
      case .budget:
        line += "\(name(point.name)[1]) \(point.cause) "
        line += "\(point.waited ?? -1) of \(point.nested)"
      default: line += "\(point.cause) \(point.text ?? "")"
      }
      found[line, default: 0] += 1
    }
    #expect(found == expected)
    #expect(page.head.points == points.count)
  }

  // MARK: - What holds of every page

  /// The chunks match the head.
  func expectChunks() {
    for (index, (records, entry)) in zip(page.chunks, page.head.chunks).enumerated() {
      #expect(records.count == entry.count && entry.count > 0 && entry.count <= 16_384)
      #expect(records.map(\.start) == records.map(\.start).sorted(), "chunk \(index)")
      #expect(records.map(\.start).min() == entry.start, "chunk \(index)")
      #expect(records.map(\.end).max() == entry.end, "chunk \(index)")
      expect(entry.ids, of: records, \.id, "ids of chunk \(index)")
      expect(entry.causes, of: records, \.cause, "causes of chunk \(index)")
    }
    #expect(page.records.allSatisfy { $0.start >= 0 && $0.duration >= 0 })
    #expect((page.records.map(\.end).max() ?? 0) <= page.head.duration)
    #expect((page.records.map(\.level).max() ?? 0) < page.head.levels.count)
    #expect(page.head.levels.first == 0)
    for (level, width) in page.head.levels.enumerated().dropFirst() {
      #expect(width == 512 << (2 * (level - 1)))
    }
    for (index, lane) in page.head.lanes.enumerated() {
      let rows = page.records.filter { $0.lane == index && $0.isEverDrawn }.map { $0.row + 1 }
      #expect(lane.rows == rows.max() ?? 0 && lane.rows <= 64)
    }
  }

  private func expect(
    _ ranges: [DecodedPage.Head.Range], of records: [DecodedPage.Record],
    _ id: KeyPath<DecodedPage.Record, UInt64>, _ what: String
  ) {
    var expected: [[Int]: ClosedRange<UInt64>] = [:]
    for record in records where record[keyPath: id] != 0 {
      let key = [lane(record).process, record.kind.rawValue]
      let id = record[keyPath: id]
      let range = expected[key] ?? id...id
      expected[key] = min(range.lowerBound, id)...max(range.upperBound, id)
    }
    let found = Dictionary(
      ranges.map { ([$0.process, $0.kind], $0.ids) }, uniquingKeysWith: { first, _ in first })
    #expect(found == expected, "\(what)")
    #expect(ranges.count == expected.count, "\(what)")
  }

  /// The drawn blocks of each level stand for each span and point once.
  ///
  /// - Parameter isInOrder: Whether no end comes late, so that no bucket has more than it may.
  func expectLevels(isInOrder: Bool = true) {
    let whole = page.contents.filter(\.isEverDrawn)
    let failures = whole.count(where: \.hasFailed)
    for record in page.records {
      #expect(record.low <= record.level)
      if record.kind != .block { #expect(record.low == 0) }
      if record.kind == .block { #expect(record.count > 1 && record.low > 0) }
      if !record.isEverDrawn { #expect(record.level == 0 && record.row == 0) }
    }
    for (level, width) in page.head.levels.enumerated() {
      let drawn = page.records.filter { $0.isEverDrawn && $0.isDrawn(at: level) }
      let blocks = drawn.filter { $0.kind == .block }
      let singles = drawn.filter { $0.kind != .block }
      #expect(blocks.map(\.count).reduce(singles.count, +) == whole.count, "level \(level)")
      let failed = blocks.map(\.failed).reduce(singles.count(where: \.hasFailed), +)
      #expect(failed == failures, "level \(level)")
      expectCover(drawn, whole, level, isInOrder: isInOrder)
      guard width > 0, isInOrder else { continue }
      // Buckets count from the first event.
      let offset = start - model.start
      var counts: [[Int64]: Int] = [:]
      for record in drawn {
        let time = (record.row == 63 ? record.end : record.start) + offset
        let bucket = Int64((Double(time) / Double(width)).rounded(.down))
        counts[[Int64(record.lane), Int64(record.row), bucket], default: 0] += 1
      }
      #expect((counts.values.max() ?? 0) <= 2, "level \(level)")
    }
  }

  /// Within each row, the drawn blocks cover as much as its spans do, as far as that is visible at
  /// the level.
  private func expectCover(
    _ drawn: [DecodedPage.Record], _ whole: [DecodedPage.Record], _ level: Int, isInOrder: Bool
  ) {
    let precision = max(page.head.levels[level] / 16, 1)
    let rows = Dictionary(grouping: whole) { [$0.lane, $0.row] }
    let shown = Dictionary(grouping: drawn) { [$0.lane, $0.row] }
    for (row, contents) in rows {
      let records = shown[row, default: []].sorted { $0.start < $1.start }
      #expect(records.map(\.start).min() == contents.map(\.start).min())
      let end = contents.map(\.end).max() ?? 0
      let shownEnd = records.map(\.end).max() ?? 0
      #expect(shownEnd <= end && shownEnd > end - precision, "level \(level), row \(row)")
      guard row[1] < 63, isInOrder else { continue }
      // A block says to a sixteenth of it how much of it is covered.
      let busy = contents.map(\.duration).reduce(0, +)
      let parts = records.map { record in
        record.kind == .block
          ? Double(record.busy) / 16 * Double(record.duration) : Double(record.duration)
      }
      let blocks = records.filter { $0.kind == .block }
      let tolerance = blocks.map { Double($0.duration) / 16 + Double(precision) }.reduce(1, +)
      #expect(
        abs(parts.reduce(0, +) - Double(busy)) <= tolerance, "level \(level), row \(row)")
    }
  }
}

extension DecodedPage.Kind {
  init(_ kind: Span.Kind) {
    switch kind {
    case .action: self = .action
    case .effect: self = .effect
    case .interval: self = .interval
    case .observer: self = .observer
    case .store: self = .store
    }
  }
}

extension DecodedPage.Record {
  fileprivate var hasFailed: Bool {
    switch kind {
    case .log: action == 6 || action == 7
    case .budget: true
    default: state & 7 == 3
    }
  }
}
