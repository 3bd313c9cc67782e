/// The figures of signposters and loggers, by name: the part of a report that is not about
/// reducers.
struct SignposterFigures {
  private var intervalRows: [Key: IntervalRow] = [:]
  private var eventCounts: [Key: UInt64] = [:]
  private var logRows: [NameID: Report.LogLevels] = [:]

  private struct Key: Hashable {
    /// Subsystem and category.
    var source: NameID
    var name: NameID
  }

  private final class IntervalRow {
    var count: UInt64 = 0
    var finished: UInt64 = 0
    var cancelled: UInt64 = 0
    var failed: UInt64 = 0
    var abandoned: UInt64 = 0
    var endedOtherwise: UInt64 = 0
    var open: UInt64 = 0
    var exclusive: Int64 = 0
    var durations = DurationRecorder()
  }

  // MARK: - Events

  mutating func begin(_ span: Span) {
    row(of: span).count += 1
  }

  /// - Parameter exclusive: Nanoseconds without nested spans.
  mutating func end(_ span: Span, exclusive: Int64) {
    if span.completeness == .beginLost { return }
    let row = row(of: span)
    guard span.end != nil else {
      row.open += 1
      return
    }
    switch span.outcome {
    case .finished: row.finished += 1
    case .cancelled: row.cancelled += 1
    case .failed: row.failed += 1
    case .abandoned: row.abandoned += 1
    case .unknown, nil: row.endedOtherwise += 1
    }
    guard let duration = span.duration else { return }
    row.durations.record(duration)
    row.exclusive = row.exclusive.addingClamped(exclusive)
  }

  mutating func add(_ event: TraceEvent.Event) {
    eventCounts[Key(source: event.source, name: event.name), default: 0] += 1
  }

  mutating func add(_ log: TraceEvent.Log) {
    logRows[log.label, default: Report.LogLevels()][keyPath: log.level.count] += 1
  }

  private mutating func row(of span: Span) -> IntervalRow {
    let key = Key(source: span.source, name: span.name)
    if let row = intervalRows[key] { return row }
    let row = IntervalRow()
    intervalRows[key] = row
    return row
  }

  // MARK: - Result

  /// - Parameter whole: The period of the recording in nanoseconds.
  func intervals(_ names: NameTable, whole: Int64) -> [Report.Interval] {
    intervalRows
      .map { key, row in
        let source = names[key.source]
        return Report.Interval(
          subsystem: source.prefix, category: source.name, name: names[key.name].name,
          count: row.count, finished: row.finished, cancelled: row.cancelled, failed: row.failed,
          abandoned: row.abandoned, endedOtherwise: row.endedOtherwise, open: row.open,
          exclusiveNs: row.exclusive,
          share: row.exclusive.share(of: whole),
          duration: row.durations.statistics)
      }
      .sorted { left, right in
        let (leftTotal, rightTotal) = (left.duration?.totalNs ?? -1, right.duration?.totalNs ?? -1)
        if leftTotal != rightTotal { return leftTotal > rightTotal }
        return (left.subsystem, left.category, left.name)
          < (right.subsystem, right.category, right.name)
      }
  }

  func events(_ names: NameTable) -> [Report.SignpostEvent] {
    eventCounts
      .map { key, count in
        let source = names[key.source]
        return Report.SignpostEvent(
          subsystem: source.prefix, category: source.name, name: names[key.name].name,
          count: count)
      }
      .sorted { left, right in
        if left.count != right.count { return left.count > right.count }
        return (left.subsystem, left.category, left.name)
          < (right.subsystem, right.category, right.name)
      }
  }

  /// Loggers with the most severe records come first.
  func logs(_ names: NameTable) -> [Report.Log] {
    logRows
      .map { label, levels in
        Report.Log(label: names[label].name, count: levels.total, levels: levels)
      }
      .sorted { left, right in
        for level in [\Report.LogLevels.critical, \.error, \.warning] {
          let (one, other) = (left.levels[keyPath: level], right.levels[keyPath: level])
          if one != other { return one > other }
        }
        if left.count != right.count { return left.count > right.count }
        return left.label < right.label
      }
  }
}

extension TraceEvent.LogLevel {
  fileprivate var count: WritableKeyPath<Report.LogLevels, UInt64> {
    switch self {
    case .trace: \.trace
    case .debug: \.debug
    case .info: \.info
    case .notice: \.notice
    case .warning: \.warning
    case .error: \.error
    case .critical: \.critical
    case .unknown: \.unknown
    }
  }
}

extension Report.LogLevels {
  fileprivate var total: UInt64 {
    trace + debug + info + notice + warning + error + critical + unknown
  }
}
