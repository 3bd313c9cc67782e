import Durations

/// A row of a table that can be sorted.
protocol OrderedRow {
  var group: String? { get }
  var prefix: String { get }
  var name: String { get }
  var duration: DurationStatistics? { get }
  var orderedCount: UInt64 { get }
  var orderedSelfTime: Int64 { get }
}

extension Report.Action: OrderedRow {
  var orderedCount: UInt64 { count }
  var orderedSelfTime: Int64 { selfNs }
}

extension Report.Effect: OrderedRow {
  var orderedCount: UInt64 { started }
  var orderedSelfTime: Int64 { duration?.totalNs ?? -1 }
}

extension ReportOptions.Order {
  /// Whether a row comes before another one.
  func precedes(_ left: some OrderedRow, _ right: some OrderedRow) -> Bool {
    let (one, other) = (value(left), value(right))
    if one != other { return one > other }
    return (left.prefix, left.name, left.group ?? "") < (
      right.prefix, right.name, right.group ?? ""
    )
  }

  private func value(_ row: some OrderedRow) -> Int64 {
    switch self {
    case .total: row.duration?.totalNs ?? -1
    case .self: row.orderedSelfTime
    case .count: Int64(clamping: row.orderedCount)
    case .mean: row.duration?.meanNs ?? -1
    case .p99: row.duration?.p99Ns ?? -1
    case .max: row.duration?.maxNs ?? -1
    case .name: 0
    }
  }
}

extension ReportOptions.Order {
  /// The word in a table's heading.
  var text: String {
    switch self {
    case .total: "total time"
    case .self: "self time"
    case .count: "count"
    case .mean: "mean time"
    case .p99: "99th percentile"
    case .max: "longest time"
    case .name: "name"
    }
  }
}
