import TextTables

extension Report {
  /// The tables of signposters and loggers; empty if there are no rows.
  func signposterTables(_ layout: TextLayout) -> [[String]] {
    [intervalTable(layout), eventTable(layout), logTable(layout)]
  }

  /// The counts of intervals, events and log records, for the overview.
  var signposterFacts: [String] {
    let intervals = intervals.reduce(0) { $0 + $1.count }
    let events = signpostEvents.reduce(0) { $0 + $1.count }
    let logs = logs.reduce(0) { $0 + $1.count }
    return [
      intervals > 0 ? Units.count(intervals, "interval") : nil,
      events > 0 ? Units.count(events, "point event") : nil,
      logs > 0 ? Units.count(logs, "log record") : nil,
    ].compactMap { $0 }
  }

  private func intervalTable(_ layout: TextLayout) -> [String] {
    var columns: [(String, Int, (Interval) -> String)] = [
      ("count", 20, { Units.count($0.count) }), ("share", 11, { Units.percent($0.share) }),
    ]
    columns += TextTable.durationColumns(DurationStatistics.columns, \.duration)
    let outcomes: [(String, KeyPath<Interval, UInt64>)] = [
      ("cancelled", \.cancelled), ("failed", \.failed), ("abandoned", \.abandoned),
      ("other", \.endedOtherwise), ("never ended", \.open),
    ]
    for (heading, count) in outcomes where intervals.contains(where: { $0[keyPath: count] > 0 }) {
      columns.append((heading, 18, { Units.count($0[keyPath: count]) }))
    }
    return table(
      "Intervals by total time", intervals, layout,
      name: { Self.intervalName(source: ($0.subsystem, $0.category), name: $0.name) },
      columns: columns)
  }

  private func eventTable(_ layout: TextLayout) -> [String] {
    table(
      "Point events", signpostEvents, layout,
      name: { Self.intervalName(source: ($0.subsystem, $0.category), name: $0.name) },
      columns: [("count", 20, { Units.count($0.count) })])
  }

  private func logTable(_ layout: TextLayout) -> [String] {
    let levels: [(String, KeyPath<LogLevels, UInt64>)] = [
      ("critical", \.critical), ("error", \.error), ("warning", \.warning), ("notice", \.notice),
      ("info", \.info), ("debug", \.debug), ("trace", \.trace), ("other", \.unknown),
    ]
    let found = levels.filter { level in logs.contains { $0.levels[keyPath: level.1] > 0 } }
    return table(
      "Log records", logs, layout,
      name: { $0.label.isEmpty ? "(no label)" : $0.label.printable() },
      columns: [("count", 20, { Units.count($0.count) })]
        + found.enumerated().map { index, level in
          (level.0, 19 - index, { Units.count($0.levels[keyPath: level.1]) })
        })
  }

  static func intervalName(
    source: (subsystem: String, category: String), name: String
  ) -> String {
    let parts = [source.subsystem, source.category].filter { !$0.isEmpty }
    return TextTables.displayName(prefix: parts.joined(separator: ":"), name: name)
  }
}
