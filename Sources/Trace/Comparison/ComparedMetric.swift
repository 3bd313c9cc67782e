import Durations
import TraceAnalysis

/// A figure of each row of a comparison.
public enum ComparedMetric: String, Codable, Sendable, CaseIterable {
  /// The count.
  case count
  /// The number of failed effects or intervals.
  case failed
  /// The number of cancelled effects or intervals.
  case cancelled
  /// The number of actions sent by effects.
  case outputs
  /// The sum of the durations, in nanoseconds.
  case total = "total_ns"
  /// The mean self time of an action, without nested wrappers, in nanoseconds.
  case selfMean = "self_mean_ns"
  /// The median of the durations, in nanoseconds.
  case p50 = "p50_ns"
  /// The 90th percentile of the durations, in nanoseconds.
  case p90 = "p90_ns"
  /// The 99th percentile of the durations, in nanoseconds.
  case p99 = "p99_ns"

  /// Whether the metric is a duration; all others are counts.
  public var isDuration: Bool {
    switch self {
    case .count, .failed, .cancelled, .outputs: false
    case .total, .selfMean, .p50, .p90, .p99: true
    }
  }

  /// Whether a change of it is tested.
  ///
  /// The total is not: it follows from the number and the durations. Neither is the mean of self
  /// time, which a single interruption changes.
  var isTested: Bool {
    switch self {
    case .total, .selfMean: false
    default: true
    }
  }

  /// Whether a larger value is worse; for the others, neither direction is.
  var isWorseIfLarger: Bool { isDuration || self == .failed }

  /// The minimum number of durations of a row in a recording: with fewer, the figure would depend
  /// on the longest one or two.
  var fewestDurations: UInt64 {
    switch self {
    case .p90: 20
    case .p99: 200
    default: 1
    }
  }

  /// Whether it is a percentile of durations.
  var isPercentile: Bool { [.p50, .p90, .p99].contains(self) }

  /// The word in a heading.
  var text: String {
    switch self {
    case .count: "count"
    case .failed: "failed"
    case .cancelled: "cancelled"
    case .outputs: "outputs"
    case .total: "total"
    case .selfMean: "self mean"
    case .p50: "p50"
    case .p90: "p90"
    case .p99: "p99"
    }
  }
}

/// The figures of one recording, by row.
struct RecordingFigures {
  private(set) var rows: [ComparedName: [ComparedMetric: Double]] = [:]
  /// The mean time of the own reducer of each level, of actions that pass several wrappers.
  private(set) var levels: [ComparedName: [ComparedName: Double]] = [:]
  /// The longest durations.
  private(set) var longest: [ComparedName: Double] = [:]
  /// Names of several rows, of which ``rows`` has one.
  private(set) var ambiguousNames: Set<ComparedName> = []

  /// - Parameter prefixes: The names of prefixes in the other set of recordings.
  init(_ report: Report, renaming prefixes: [String: String] = [:]) {
    // Counts of a sampled recording are estimates, except for intervals, which it has all of; a
    // percentile depends on the durations that were recorded.
    let factor = report.sampling?.factor ?? 1
    func add(
      _ kind: ComparedName.Kind, _ prefix: String, _ name: String, _ count: UInt64,
      _ durations: DurationStatistics?, _ others: [ComparedMetric: Double] = [:]
    ) {
      var row = others
      row[.count] = Double(count)
      // The number of further names differs from recording to recording.
      let rowName = ComparedName(
        kind: kind, prefix: prefixes[prefix] ?? prefix,
        name: NameTable.isOverflow(name) ? NameTable.overflowName : name)
      if let durations {
        longest[rowName] = Double(durations.maxNs)
        row[.total] = Double(durations.totalNs)
        let recorded = Double(durations.count) / (kind == .interval ? 1 : factor)
        for (metric, value) in [
          (ComparedMetric.p50, durations.p50Ns), (.p90, durations.p90Ns), (.p99, durations.p99Ns),
        ] where recorded.rounded() >= Double(metric.fewestDurations) {
          row[metric] = Double(value)
        }
      }
      if rows.updateValue(row, forKey: rowName) != nil { ambiguousNames.insert(rowName) }
    }
    func name(_ prefix: String, _ name: String) -> ComparedName {
      ComparedName(kind: .action, prefix: prefixes[prefix] ?? prefix, name: name)
    }
    for row in report.actions {
      let measured = row.duration.map { Double($0.count) } ?? 0
      add(
        .action, row.prefix, row.name, row.count, row.duration,
        measured > 0 ? [.selfMean: Double(row.selfNs) / measured] : [:])
      for level in row.levels ?? [] where level.count > 0 {
        levels[name(row.prefix, row.name), default: [:]][name(level.prefix, level.name)] =
          Double(level.selfNs) / Double(level.count)
      }
    }
    for row in report.effects {
      add(
        .effect, row.prefix, row.name, row.started, row.duration,
        [
          .failed: Double(row.failed), .cancelled: Double(row.cancelled),
          .outputs: Double(row.outputs),
        ])
    }
    for row in report.intervals {
      add(
        .interval, "\(row.subsystem)/\(row.category)", row.name, row.count, row.duration,
        [.failed: Double(row.failed), .cancelled: Double(row.cancelled)])
    }
    for row in report.observers {
      add(.observer, "", "\(row.file):\(row.line)", row.count, row.duration)
    }
    for row in report.stores {
      add(.store, "", row.feature, row.sends, row.waiting)
    }
  }
}
