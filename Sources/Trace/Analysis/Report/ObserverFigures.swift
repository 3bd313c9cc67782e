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
    var exclusive: Int64 = 0
    var durations = DurationRecorder()
    var notifications: [NotificationKey: Notifications] = [:]
  }

  private struct NotificationKey: Hashable {
    var property: NameID
    var action: NameID
  }

  private struct Notifications {
    var count: UInt64 = 0
    var withOthers: UInt64 = 0
  }

  // MARK: - Events

  mutating func begin(_ span: Span) {
    let row = row(of: Key(span))
    row.count += 1
    let key = NotificationKey(property: span.change.property, action: span.change.action)
    row.notifications[key, default: Notifications()].count += 1
    if span.change.others > 0 { row.notifications[key]?.withOthers += 1 }
  }

  /// - Parameter exclusive: Nanoseconds without nested spans.
  mutating func end(_ span: Span, exclusive: Int64) {
    let key = Key(span)
    guard span.end != nil else {
      row(of: key).open += 1
      return
    }
    latest[span.process] = key
    guard let duration = span.duration else { return }
    row(of: key).durations.record(duration)
    row(of: key).exclusive = row(of: key).exclusive.addingClamped(exclusive)
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

  /// - Parameter whole: The period of the recording in nanoseconds.
  func observers(_ names: NameTable, whole: Int64) -> [Report.Observer] {
    rows
      .map { key, row in
        Report.Observer(
          file: names[key.file].name, line: key.line, count: row.count, open: row.open,
          overBudget: row.overBudget, exclusiveNs: row.exclusive,
          share: row.exclusive.share(of: whole),
          duration: row.durations.statistics, notifiedBy: notifications(of: row, names))
      }
      .sorted { left, right in
        let (leftTotal, rightTotal) = (left.duration?.totalNs ?? -1, right.duration?.totalNs ?? -1)
        if leftTotal != rightTotal { return leftTotal > rightTotal }
        return (left.file, left.line) < (right.file, right.line)
      }
  }

  /// The most frequent ones first; none if no cause of any is known.
  private func notifications(of row: Row, _ names: NameTable) -> [Report.Observer.Notification] {
    let isNoneKnown = row.notifications.keys.allSatisfy {
      $0.property == .empty && $0.action == .empty
    }
    if isNoneKnown { return [] }
    return row.notifications
      .map { key, notifications in
        let action = names[key.action]
        return Report.Observer.Notification(
          property: key.property == .empty ? nil : names[key.property].name,
          prefix: key.action == .empty ? nil : action.prefix,
          name: key.action == .empty ? nil : action.name,
          count: notifications.count, withOthers: notifications.withOthers)
      }
      .sorted { left, right in
        if left.count != right.count { return left.count > right.count }
        return (left.property ?? "", left.prefix ?? "", left.name ?? "")
          < (right.property ?? "", right.prefix ?? "", right.name ?? "")
      }
  }
}
