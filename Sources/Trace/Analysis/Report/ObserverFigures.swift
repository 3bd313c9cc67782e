/// The figures of observers, by the source location that created them.
struct ObserverFigures {
  private var rows: [Key: Row] = [:]
  /// The reactions that ended last, which a budget event refers to.
  private var latest: [ProcessIndex: Key] = [:]

  private struct Key: Hashable {
    var file: NameID
    var line: UInt64

    init(_ span: Span) {
      file = span.source
      line = span.line
    }
  }

  private final class Row {
    var count: UInt64 = 0
    var open: UInt64 = 0
    var overBudget: UInt64 = 0
    var durations = DurationRecorder()
  }

  // MARK: - Events

  mutating func begin(_ span: Span) {
    row(of: Key(span)).count += 1
  }

  mutating func end(_ span: Span) {
    let key = Key(span)
    guard span.end != nil else {
      row(of: key).open += 1
      return
    }
    latest[span.process] = key
    if let duration = span.duration { row(of: key).durations.record(duration) }
  }

  /// Counts an exceeded budget of the observer that has just reacted.
  mutating func exceedBudget(_ process: ProcessIndex) {
    if let observer = latest[process] { row(of: observer).overBudget += 1 }
  }

  private mutating func row(of key: Key) -> Row {
    if let row = rows[key] { return row }
    let row = Row()
    rows[key] = row
    return row
  }

  // MARK: - Result

  func observers(_ names: NameTable) -> [Report.Observer] {
    rows
      .map { key, row in
        Report.Observer(
          file: names[key.file].name, line: key.line, count: row.count, open: row.open,
          overBudget: row.overBudget, duration: row.durations.statistics)
      }
      .sorted { left, right in
        let (leftTotal, rightTotal) = (left.duration?.totalNs ?? -1, right.duration?.totalNs ?? -1)
        if leftTotal != rightTotal { return leftTotal > rightTotal }
        return (left.file, left.line) < (right.file, right.line)
      }
  }
}
