import TextTables

extension WhatIfReport {
  /// The report as text: warnings, the waits of all actions from outside, and a table of actions.
  public func text(_ layout: TextLayout = TextLayout()) -> String {
    let changed = actions.filter(\.isChanged)
    let sections = [
      remarks.flatMap { layout.wrapped($0.printable()) }, warnings(layout), overview(layout),
      table("Before and after, by gain", changed, layout, beforeAndAfter),
      table("After, with bounds", changed, layout, bounds), rest(changed.count, layout),
    ]
    return sections.filter { !$0.isEmpty }
      .map { $0.joined(separator: "\n") + "\n" }
      .joined(separator: "\n")
  }

  private func warnings(_ layout: TextLayout) -> [String] {
    let warnings = layout.warnings(of: losses, damage, making: "waits")
    guard let total, total.replayDeviation > Self.acceptedDeviation else { return warnings }
    let deviation = """
      WARNING: replayed without the change, the waits differ by up to \
      \(Units.percent(total.replayDeviation)) from the recorded ones: the recording does not show \
      all that actions waited for. The bounds are wider by as much.
      """
    return warnings + layout.wrapped(deviation).map { layout.styled($0, .warning) }
  }

  private func overview(_ layout: TextLayout) -> [String] {
    var lines = [layout.styled(heading, .heading)]
    for change in changes {
      let noun = change.kind == .observer ? "reaction" : "\(change.kind.word)"
      lines.append("\(change.text.printable()) (\(Units.count(change.count, noun)))")
    }
    lines.append(
      Units.duration(durationNs) + ", " + Units.count(events.total, "event") + ", "
        + (isComplete ? "nothing lost" : "not all that happened"))
    if isFiltered {
      lines.append("Filtered: the figures are of the paths that the options select.")
    }
    let unsure = actions.reduce(0) { $0 + $1.lowerBounds }
    if unsure > 0 {
      lines.append(
        """
        \(Units.count(unsure)) of the paths may have gone on: events were lost meanwhile, or \
        something still ran at the end. They count as far as they are known.
        """)
    }
    if let total, total.replayDeviation <= Self.acceptedDeviation {
      lines.append(
        """
        Replayed without the change, the waits differ by up to \
        \(Units.percent(total.replayDeviation)) from the recorded ones.
        """)
    }
    return lines.flatMap { layout.wrapped($0) }
  }

  private var heading: String {
    guard let total else { return "No action came from outside" }
    let actions = Units.count(total.count, "action")
    guard let after = total.after, let low = total.afterLow, let high = total.afterHigh else {
      return "Users waited for \(actions), none of which remains after the change"
    }
    let share = Self.share(total.before.totalNs, after.totalNs)
    guard total.isChanged, let share else {
      return "Users would wait as long as before for \(actions)"
    }
    let percentiles =
      "\(Units.duration(after.p50Ns)) (\(Units.duration(low.p50Ns)) to \(Units.duration(high.p50Ns)))"
    // Percentiles of other actions: without short ones, the median rises while the sum falls.
    if total.countAfter != total.count {
      return
        "Users would wait \(share) in total, for \(Units.count(total.countAfter)) of \(actions): at "
        + "the median of these \(percentiles), where all have \(Units.duration(total.before.p50Ns))"
    }
    return
      "Users would wait \(share) for \(actions): at the median \(percentiles) instead of "
      + Units.duration(total.before.p50Ns)
  }

  /// The difference as a part of the time before, such as “12.3 % less”.
  private static func share(_ before: Int64, _ after: Int64) -> String? {
    guard before > 0, after != before else { return nil }
    let part = Double(after - before) / Double(before)
    return "\(Units.percent(abs(part))) \(part < 0 ? "less" : "more")"
  }

  // MARK: - Tables

  private typealias Columns = [(heading: String, importance: Int, cell: (Row) -> String)]

  private static let percentiles: [(String, Int, any KeyPath<Waits, Int64> & Sendable)] = [
    ("p50", 19, \.p50Ns), ("p95", 17, \.p95Ns), ("p99", 18, \.p99Ns), ("max", 16, \.maxNs),
  ]

  private var beforeAndAfter: Columns {
    Self.percentiles.map { heading, importance, key in
      (
        heading, importance,
        { row in
          let before = Units.duration(row.before[keyPath: key])
          return "\(before) → " + (row.after.map { Units.duration($0[keyPath: key]) } ?? "–")
        }
      )
    }
  }

  private var bounds: Columns {
    Self.percentiles.map { heading, importance, key in
      (
        heading, importance,
        { row in
          guard let low = row.afterLow, let high = row.afterHigh else { return "–" }
          return
            "\(Units.duration(low[keyPath: key])) to \(Units.duration(high[keyPath: key]))"
        }
      )
    }
  }

  private func table(
    _ heading: String, _ rows: [Row], _ layout: TextLayout, _ figures: Columns
  ) -> [String] {
    if rows.isEmpty { return [] }
    var columns: Columns = []
    if rows.contains(where: { $0.origin != .outside }) {
      columns.append(("from", 12, { $0.origin.rawValue }))
    }
    columns.append(("count", 15, { Units.count($0.countAfter) }))
    var table = TextTable(
      heading: heading, rows: rows.prefix(layout.maximumRows),
      name: { displayName(prefix: $0.prefix, name: $0.name) }, columns: columns + figures)
    table.leastImportanceBesideShortNames = 12
    return table.lines(layout)
      + layout.rest(rows.count - layout.maximumRows, see: "--limit and --json")
  }

  private func rest(_ changed: Int, _ layout: TextLayout) -> [String] {
    let left = actions.count - changed
    if left == 0 || changed == 0 { return [] }
    return [layout.styled("\(Units.count(UInt64(left), "other action")) as before", .quiet)]
  }
}
