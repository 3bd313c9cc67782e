import TextTables

extension CriticalPathReport {
  /// The report as text: remarks, warnings, tables of the actions that paths start with, and the
  /// slowest paths step by step.
  public func text(_ layout: TextLayout = TextLayout()) -> String {
    let hasSeveralHosts = Set(slowest.map(\.host)).count > 1
    let sections =
      [
        remarks.flatMap { layout.wrapped($0.printable()) },
        layout.warnings(of: losses, damage, making: "durations"), overview(layout),
        durationTable(layout),
        shareTable("At the median", layout, \.p50, \.duration.p50Ns),
        shareTable("At the 99th percentile", layout, \.p99, \.duration.p99Ns),
      ] + slowest.map { Waterfall($0, layout, namesHost: hasSeveralHosts).lines }
    return sections.filter { !$0.isEmpty }
      .map { $0.joined(separator: "\n") + "\n" }
      .joined(separator: "\n")
  }

  private func overview(_ layout: TextLayout) -> [String] {
    let count = actions.reduce(0) { $0 + $1.count }
    let lowerBounds = actions.reduce(0) { $0 + $1.lowerBounds }
    var lines = [
      layout.styled(
        "Critical paths of \(Units.count(count, "action")), to the last consequence of each",
        .heading),
      Units.duration(durationNs) + ", " + Units.count(events.total, "event") + ", "
        + (isComplete ? "nothing lost" : "not all that happened"),
    ]
    if isFiltered {
      lines.append("Filtered: the figures are of the paths that the options select.")
    }
    if lowerBounds > 0 {
      lines.append(
        """
        \(Units.count(lowerBounds)) of them may have gone on: events were lost meanwhile, something \
        still ran at the end, or there was more than can be followed. Their durations count as far as \
        they are known.
        """)
    }
    return lines.flatMap { layout.wrapped($0) }
  }

  // MARK: - Tables

  private typealias Columns = [(heading: String, importance: Int, cell: (Action) -> String)]

  private func durationTable(_ layout: TextLayout) -> [String] {
    var columns: Columns = originColumn
    columns.append(("count", 20, { Units.count($0.count) }))
    if actions.contains(where: { $0.lowerBounds > 0 }) {
      columns.append(("unsure", 12, { Units.count($0.lowerBounds) }))
    }
    if actions.contains(where: { $0.cancelled > 0 }) {
      columns.append(("cancelled", 9, { Units.count($0.cancelled) }))
    }
    columns += [
      ("total", 8, { Units.duration($0.duration.totalNs) }),
      ("p50", 19, { Units.duration($0.duration.p50Ns) }),
      ("p90", 15, { Units.duration($0.duration.p90Ns) }),
      ("p99", 18, { Units.duration($0.duration.p99Ns) }),
      ("max", 17, { Units.duration($0.duration.maxNs) }),
    ]
    return table("Actions by total time", columns, layout)
  }

  private func shareTable(
    _ heading: String, _ layout: TextLayout, _ shares: KeyPath<Action, Shares>,
    _ duration: KeyPath<Action, Int64>
  ) -> [String] {
    var columns: Columns = originColumn
    columns.append(("took", 20, { Units.duration($0[keyPath: duration]) }))
    for segment in PathSegment.allCases
    where actions.contains(where: { $0[keyPath: shares][segment] > 0 }) {
      columns.append((segment.rawValue, 19, { Units.percent($0[keyPath: shares][segment]) }))
    }
    return table(heading, columns, layout)
  }

  private var originColumn: Columns {
    guard actions.contains(where: { $0.origin != .outside }) else { return [] }
    return [("from", 16, { $0.origin.rawValue })]
  }

  private func table(_ heading: String, _ columns: Columns, _ layout: TextLayout) -> [String] {
    if actions.isEmpty { return [] }
    var table = TextTable(
      heading: heading, rows: actions.prefix(layout.maximumRows),
      name: { displayName(prefix: $0.prefix, name: $0.name) }, columns: columns)
    table.leastImportanceBesideShortNames = 12
    return table.lines(layout)
      + layout.rest(actions.count - layout.maximumRows, see: "--limit and --json")
  }
}
