import TextTables

extension Comparison {
  /// Returns the comparison as text: the verdict, the changes, the new and missing names, and the
  /// largest differences that are not significant.
  ///
  /// - Parameter showsAll: Whether to list all rows rather than those that changed.
  public func text(_ layout: TextLayout = TextLayout(), showsAll: Bool = false) -> String {
    let sections = [
      timeLines(layout), head(layout), obstacleLines(layout), unjudgedLines(layout),
      excessTable(layout),
      changeTable("Worse", .worse, layout) + levelLines(.worse, layout),
      changeTable("Better", .better, layout) + levelLines(.better, layout),
      changeTable("Changed numbers", .changed, layout), smallTable(layout),
      nameList("Only after", .new, layout), nameList("Only before", .vanished, layout),
      otherTable(layout, showsAll: showsAll),
    ]
    return sections.filter { !$0.isEmpty }
      .map { $0.joined(separator: "\n") + "\n" }
      .joined(separator: "\n")
  }

  /// The use of the time before and after.
  private func timeLines(_ layout: TextLayout) -> [String] {
    (timeBefore.map { "Before: \($0)" } + timeAfter.map { "After: \($0)" })
      .flatMap { layout.wrapped($0) }
  }

  // MARK: - Verdict

  private func head(_ layout: TextLayout) -> [String] {
    let sets =
      Units.count(UInt64(recordingsBefore), "recording") + " before, "
      + Units.count(UInt64(recordingsAfter), "recording") + " after"
    let headline =
      switch verdict {
      case .worse: "Worse"
      case .better: "Better"
      case .same, .changed: "No change in speed"
      case .untested: "No verdict"
      }
    var lines = [layout.styled("\(headline): \(sets)", .heading)]
    if hasEnoughRecordings {
      lines.append(
        """
        A change is a difference of \(Self.percent(smallestChange)) or more that the \
        Mann–Whitney test shows, with a chance of \(Self.percent(significance)) for any false one.
        """)
      if !isInterleaved {
        lines.append(
          """
          One set was recorded before the other, so that smaller changes could be the machine's: \
          record in turn to find them.
          """)
      }
    } else {
      lines.append(
        """
        Too few recordings to distinguish a change from noise: with this many figures it takes \
        \(recordingsNeeded) of each, recorded in turn. Differences are listed all the same.
        """)
    }
    return lines.flatMap { layout.wrapped($0) }
  }

  private func obstacleLines(_ layout: TextLayout) -> [String] {
    (obstacles + reservations).flatMap { layout.wrapped("WARNING: \($0.printable()).") }
      .map { layout.styled($0, .warning) }
  }

  private func unjudgedLines(_ layout: TextLayout) -> [String] {
    unjudged.flatMap { layout.wrapped("NOT JUDGED: \($0.printable()).") }
      .map { layout.styled($0, .warning) }
  }

  /// The levels to which changes of actions belong.
  private func levelLines(_ verdict: Verdict, _ layout: TextLayout) -> [String] {
    let changed = rows.filter { row in row.figures.contains { $0.verdict == verdict } }
    let lines = changed.flatMap { row in
      guard let level = row.level else { return [String]() }
      return layout.wrapped(
        """
        \(row.name.text): the reducer of \(displayName(prefix: level.prefix, name: level.name)) \
        itself takes \(Self.duration(level.after)) on average, \(Self.duration(level.before)) \
        before.
        """)
    }
    return layout.belowTable(lines)
  }

  // MARK: - Tables

  /// The changes that the test shows, and that are smaller than a change has to be.
  private func smallTable(_ layout: TextLayout) -> [String] {
    let rows = rows.flatMap { row in
      row.figures.filter(isSmall).map { Line(name: row.name, figure: $0) }
    }
    return table(
      "Real, but below \(Self.percent(smallestChange))",
      rows.sorted { Self.size($0.figure) > Self.size($1.figure) }, layout)
  }

  private func isSmall(_ figure: Figure) -> Bool {
    hasEnoughRecordings && figure.verdict == .same && figure.metric.isDuration
      && Self.size(figure) > 1 && figure.pValue.map { $0 <= significance } ?? false
  }

  private struct Line {
    var name: ComparedName
    var figure: Figure
  }

  private func excessTable(_ layout: TextLayout) -> [String] {
    let rows = excesses.map { excess in
      (line: Line(name: excess.name, figure: excess.figure), limit: excess.limit)
    }
    if rows.isEmpty { return [] }
    return TextTable(
      heading: "Beyond a limit", rows: rows, name: { $0.line.name.text },
      columns: [
        ("figure", 9, { $0.line.figure.metric.text }),
        ("before", 5, { Self.value($0.line.figure.before, $0.line.figure.metric) }),
        ("after", 8, { Self.value($0.line.figure.after, $0.line.figure.metric) }),
        ("change", 6, { Self.change($0.line.figure) }),
        (
          "limit", 7,
          { row in
            [
              row.limit.max.map { Self.value($0, row.limit.metric) },
              row.limit.maxRatio.map { "× " + Units.significant($0) },
            ].compactMap(\.self).joined(separator: ", ")
          }
        ),
      ]
    ).lines(layout) + layout.rest(rows.count - layout.maximumRows, see: Self.optionsOfAllRows)
  }

  private func changeTable(
    _ heading: String, _ verdict: Verdict, _ layout: TextLayout
  ) -> [String] {
    let rows = changes.filter { $0.figure.verdict == verdict }
      .map { Line(name: $0.name, figure: $0.figure) }
    return table(heading, rows, layout)
  }

  private func otherTable(_ layout: TextLayout, showsAll: Bool) -> [String] {
    if showsAll {
      return table(
        "All figures", rows.flatMap { row in row.figures.map { Line(name: row.name, figure: $0) } },
        layout)
    }
    // The median is the most useful figure of a row without findings.
    let rest = rows.filter { row in
      row.presence == .both
        && row.figures.allSatisfy { [.same, .untested].contains($0.verdict) }
        && !(row[.p50].map(isSmall) ?? false)
    }
    let rows = rest.compactMap { row in
      row[.p50].map { Line(name: row.name, figure: $0) }
    }
    .sorted { Self.size($0.figure) > Self.size($1.figure) }
    return table(hasEnoughRecordings ? "No change shown" : "Differences", rows, layout)
  }

  private func table(_ heading: String, _ rows: [Line], _ layout: TextLayout) -> [String] {
    if rows.isEmpty { return [] }
    return TextTable(
      heading: heading, rows: rows, name: { $0.name.text },
      columns: [
        ("figure", 9, { $0.figure.metric.text }),
        ("before", 7, { Self.value($0.figure.before, $0.figure.metric) }),
        ("after", 8, { Self.value($0.figure.after, $0.figure.metric) }),
        ("change", 10, { Self.change($0.figure) }),
        ("noise", 5, { $0.figure.noise.map { "± " + Units.percent($0 - 1) } ?? "–" }),
        ("p", 4, { $0.figure.pValue.map(Self.probability) ?? "–" }),
      ]
    ).lines(layout) + layout.rest(rows.count - layout.maximumRows, see: Self.optionsOfAllRows)
  }

  private static let optionsOfAllRows = "--limit and --format json"

  private func nameList(
    _ heading: String, _ presence: Presence, _ layout: TextLayout
  ) -> [String] {
    let rows = rows.filter { $0.presence == presence }
    if rows.isEmpty { return [] }
    func value(_ figure: Figure?) -> String {
      guard let figure else { return "–" }
      return Self.value(presence == .new ? figure.after : figure.before, figure.metric)
    }
    return TextTable(
      heading: heading, rows: rows, name: { $0.name.text },
      columns: [
        ("count", 3, { value($0[.count]) }), ("total", 2, { value($0[.total]) }),
        ("p50", 1, { value($0[.p50]) }),
      ]
    ).lines(layout) + layout.rest(rows.count - layout.maximumRows, see: Self.optionsOfAllRows)
  }

  // MARK: - Cells

  private static func value(_ value: Double?, _ metric: ComparedMetric) -> String {
    guard let value else { return "–" }
    if metric.isDuration { return duration(value) }
    return value == value.rounded() && value.magnitude < 1000
      ? Units.fixed(value, digits: 0) : Units.significant(value)
  }

  /// A duration in whole nanoseconds, of which a limit can have more than integers have.
  private static func duration(_ nanoseconds: Double) -> String {
    let whole = nanoseconds.rounded()
    return whole.magnitude < 1000 ? Units.duration(Int64(whole)) : Units.duration(whole)
  }

  private static func change(_ figure: Figure) -> String {
    guard let ratio = figure.ratio, ratio != 1 else {
      return figure.before == figure.after ? "same" : "–"
    }
    let sign = ratio < 1 ? "-" : "+"
    return ratio >= 10 ? "× " + Units.significant(ratio) : sign + Units.percent(abs(ratio - 1))
  }

  private static func percent(_ part: Double) -> String {
    "\(Units.significant(part * 100)) %".replacing(".00", with: "").replacing(".0 ", with: " ")
  }

  private static func probability(_ value: Double) -> String {
    value < 0.001 ? "< 0.001" : Units.fixed(value, digits: 3)
  }
}
