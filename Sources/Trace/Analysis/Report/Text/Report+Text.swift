extension Report {
  /// The report as text: warnings, an overview, and the non-empty tables of actions, effects,
  /// intervals, events and log records.
  public func text(_ layout: TextLayout = TextLayout()) -> String {
    let sections =
      [
        warnings(layout), timeLines(layout), remarks.flatMap { layout.wrapped($0.printable()) },
        findingLines(layout), overview(layout), processTable(layout), rankedTable(layout),
        actionTable(layout),
        effectTable(layout), runningTable(layout),
        slowest == slowestActions
          ? slowTable("Slowest actions", slowestActions, layout)
          : slowTable("Slowest actions, observers and intervals", slowest, layout),
        slowTable("Slowest effects", slowestEffects, layout), storeTable(layout),
        observerTable(layout), notificationTable(layout),
      ] + signposterTables(layout) + [notes(layout)]
    return sections.filter { !$0.isEmpty }
      .map { $0.joined(separator: "\n") + "\n" }
      .joined(separator: "\n")
  }

  // MARK: - Warnings

  private func warnings(_ layout: TextLayout) -> [String] {
    var warnings: [String] = []
    if !losses.isEmpty {
      warnings.append(
        """
        WARNING: \(lossText) were lost. All counts are lower bounds, all percentiles estimates. \
        Record with more or larger buffers to lose nothing.
        """)
    }
    if let first = damage.first {
      let more = damage.count > 1 ? " (and \(damage.count - 1) more, see the end)" : ""
      warnings.append(
        """
        WARNING: the trace is damaged. This report has what could be read, so all counts are lower \
        bounds. \(first.path.printable()): \(first.message.printable())\(more).
        """)
    }
    if unmatched.forgotten > 0 {
      warnings.append(
        """
        WARNING: \(Units.count(unmatched.forgotten, "interval")) without an end had to be given up \
        to save memory. All counts of ended intervals are lower bounds.
        """)
    }
    if actions.contains(where: { NameTable.isOverflow($0.name) }) {
      warnings.append(
        """
        WARNING: the trace has too many distinct names; the rest is summed up as \
        "\(NameTable.overflowName)". Names and prefixes are for kinds of things, not for single ones.
        """)
    }
    let newer = schemaVersions.filter { $0 > Self.knownSchemaVersion }
    if let newest = newer.last {
      warnings.append(
        """
        WARNING: written with version \(newest) of the trace schema; this program knows version \
        \(Self.knownSchemaVersion). Additions of the newer version are left out: update signpost.
        """)
    }
    return warnings.flatMap { layout.wrapped($0) }.map { layout.styled($0, .warning) }
  }

  private var lossText: String { losses.text }

  // MARK: - Overview

  private func overview(_ layout: TextLayout) -> [String] {
    let actionCount = processes.reduce(0) { $0 + $1.actions }
    let effectCount = processes.reduce(0) { $0 + $1.effects }
    var facts = [
      Units.duration(durationNs), approximately + Units.count(actionCount, "action"),
      approximately + Units.count(effectCount, "effect"),
    ]
    facts += signposterFacts
    facts.append(Units.count(events.total, "event"))
    let gaps = UInt64(parts.count { $0.kind == .gap })
    if losses.isEmpty {
      facts.append(
        !damage.isEmpty
          ? "losses unknown"
          : gaps > 0
            ? Units.count(gaps, "gap") + " between parts"
            : isComplete ? "nothing lost" : "nothing known to be lost")
    } else {
      facts.append(lossText + " lost")
    }
    var lines = [layout.styled(processText, .heading), facts.joined(separator: ", ")]
    if isFiltered {
      lines.append("Filtered: the tables and counts are of what the options select.")
    }
    let created = processes.reduce(0) { $0 + $1.storesCreated }
    if created > 0 {
      let released = processes.reduce(0) { $0 + $1.storesReleased }
      let alive = processes.reduce(0) { $0 + $1.storesAlive }
      lines.append(
        Units.count(created, "store") + " created, \(Units.count(released)) released, "
          + "\(Units.count(alive)) alive at the "
          + (processes.count > 1 ? "last event of their process" : "end"))
    }
    let made = processes.reduce(0) { $0 + $1.childrenMade }
    let found = processes.reduce(0) { $0 + $1.childrenFound }
    if made + found > 0 {
      lines.append(
        Units.count(made + found, "scope") + " to child stores: \(Units.count(made)) made a store, "
          + "\(Units.count(found)) found one")
    }
    if let grouping, hasTablesWithoutGroups {
      lines.append(
        "Actions and effects are set apart by \(grouping.rawValue); other tables sum up all.")
    } else if processes.count > 1, grouping == nil {
      lines.append("Rows sum up all processes; --by process sets actions and effects apart.")
    }
    return lines.flatMap { layout.wrapped($0) }
  }

  /// Whether there are tables of rows that a grouping does not set apart.
  private var hasTablesWithoutGroups: Bool {
    ![
      observers.isEmpty, stores.isEmpty, intervals.isEmpty, signpostEvents.isEmpty, logs.isEmpty,
    ].allSatisfy { $0 }
  }

  /// Whether processes ran on more than one machine.
  private var hasSeveralHosts: Bool { Set(processes.compactMap(\.host)).count > 1 }

  private var processText: String {
    let labels = ProcessLabels(
      processes.map { TraceProcess(vpid: $0.vpid, name: $0.name, host: $0.host ?? "") })
    func text(_ index: Int) -> String { labels[ProcessIndex(index)].printable() }
    switch processes.count {
    case 0: return directory.printable()
    case 1: return text(0)
    default:
      let shown = processes.indices.prefix(4).map(text).joined(separator: ", ")
      let rest = processes.count > 4 ? " and \(processes.count - 4) more" : ""
      return "\(processes.count) processes: \(shown)\(rest)"
    }
  }

  private func processTable(_ layout: TextLayout) -> [String] {
    guard processes.count > 1 else { return [] }
    let host: [(String, Int, (Process) -> String)] =
      hasSeveralHosts ? [("host", 10, { $0.host?.printable() ?? "?" })] : []
    return table(
      "Processes\(estimateMark)", processes, layout,
      name: { $0.name.isEmpty ? "(no name)" : $0.name.printable() },
      columns: host + [
        ("pid", 9, { $0.vpid.map { "\($0)" } ?? "?" }),
        ("actions", 8, { Units.count($0.actions) }),
        ("effects", 7, { Units.count($0.effects) }),
        ("stores alive", 6, { Units.count($0.storesAlive) }),
      ])
  }

  // MARK: - Tables

  private func groupColumn<Row>(
    _ group: @escaping (Row) -> String?
  ) -> [(String, Int, (Row) -> String)] {
    guard let grouping else { return [] }
    return [(grouping.rawValue, 21, { group($0)?.printable() ?? "" })]
  }

  private func actionTable(_ layout: TextLayout) -> [String] {
    var columns: [(String, Int, (Action) -> String)] = groupColumn(\.group)
    columns.append(("count", 20, { Units.count($0.count) }))
    if actions.contains(where: { $0.selfNs != $0.duration?.totalNs ?? 0 }) {
      columns.append(("self", order == .self ? 18 : 10, { Units.duration($0.selfNs) }))
    }
    columns.append(("share", 11, { Units.percent($0.share) }))
    columns += TextTable.durationColumns(DurationStatistics.columns, \.duration)
    columns.append(Self.deviationColumn(\.duration))
    columns += Self.distributionColumn(actions, \.distribution, layout)
    columns.append(("changed", 1, { Self.changedText($0.stateChanged) }))
    if actions.contains(where: { $0.overBudget > 0 }) {
      columns.append(("over budget", 16, { Units.count($0.overBudget) }))
    }
    if actions.contains(where: { $0.open > 0 }) {
      columns.append(("open", 15, { Units.count($0.open) }))
    }
    return table(
      "Actions by \(order.text)\(estimateMark)", actions, layout,
      leastImportance: Self.leastImportanceOfDurations,
      name: { displayName(prefix: $0.prefix, name: $0.name) }, columns: columns)
  }

  /// A row of any kind, for the table that ranks all kinds together.
  private struct RankedRow {
    var kind: String
    /// The group of a reducer; `nil` for the other kinds, which have no groups.
    var group: String?
    var name: String
    var count: UInt64
    var exclusive: Int64
    var share: Double
    var duration: DurationStatistics?
  }

  /// The rows of all kinds with the most time; empty if there is one kind only, as its own table
  /// has the same.
  private func rankedTable(_ layout: TextLayout) -> [String] {
    if [actions.isEmpty, observers.isEmpty, intervals.isEmpty].count(where: { !$0 }) < 2 {
      return []
    }
    let actions = actions.map { row in
      RankedRow(
        kind: "reducer", group: row.group,
        name: TextTables.displayName(prefix: row.prefix, name: row.name), count: row.count,
        exclusive: row.exclusiveNs, share: row.share, duration: row.duration)
    }
    let observers = observers.map { row in
      RankedRow(
        kind: "observer", name: "\(row.file.printable()):\(row.line)", count: row.count,
        exclusive: row.exclusiveNs, share: row.share, duration: row.duration)
    }
    let intervals = intervals.map { row in
      RankedRow(
        kind: "interval",
        name: Self.intervalName(source: (row.subsystem, row.category), name: row.name),
        count: row.count, exclusive: row.exclusiveNs, share: row.share, duration: row.duration)
    }
    let rows: [RankedRow] = (actions + observers + intervals).sorted { left, right in
      (right.exclusive, left.name) < (left.exclusive, right.name)
    }
    return table(
      "All by time of their own\(estimateMark)", rows, layout.withDefault(rows: 10), name: \.name,
      columns: groupColumn(\.group) + [
        ("kind", 20, \.kind), ("count", 18, { Units.count($0.count) }),
        ("own time", 21, { Units.duration($0.exclusive) }),
        ("share", 19, { Units.percent($0.share) }),
        ("p50", 10, { $0.duration.map { Units.duration($0.p50Ns) } ?? "–" }),
        ("p99", 11, { $0.duration.map { Units.duration($0.p99Ns) } ?? "–" }),
        ("max", 12, { $0.duration.map { Units.duration($0.maxNs) } ?? "–" }),
      ])
  }

  private static func deviationColumn<Row>(
    _ duration: @escaping (Row) -> DurationStatistics?
  ) -> (String, Int, (Row) -> String) {
    ("std dev", 2, { row in duration(row).map { Units.duration($0.standardDeviationNs) } ?? "–" })
  }

  /// A column of bars, one for each power of two, aligned in all rows.
  private static func distributionColumn<Row>(
    _ rows: [Row], _ buckets: @escaping (Row) -> [DurationBucket], _ layout: TextLayout
  ) -> [(String, Int, (Row) -> String)] {
    let bounds = rows.prefix(layout.maximumRows).flatMap { buckets($0).map(\.fromNs) }
    guard layout.showsDistributions, let first = bounds.min(), let last = bounds.max() else {
      return []
    }
    return [("distribution", 4, { sketch(buckets($0), from: first, to: last) })]
  }

  private static func sketch(
    _ buckets: [DurationBucket], from first: Int64, to last: Int64
  ) -> String {
    let heights = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]
    let most = Double(buckets.map(\.count).max() ?? 0)
    var counts: [Int64: UInt64] = [:]
    for bucket in buckets { counts[bucket.fromNs] = bucket.count }
    var text: [String] = []
    var bound = first
    while bound <= last {
      let count = counts[bound] ?? 0
      text.append(count == 0 ? "·" : heights[Int((Double(count) / most * 7).rounded())])
      if bound > Int64.max / 2 { break }
      bound = max(bound * 2, 1)
    }
    return text.suffix(widestDistribution).joined()
  }

  private static let widestDistribution = 20

  /// The number of actions that changed the state: exact, with “≥”, or unknown.
  private static func changedText(_ changes: StateChanges) -> String {
    if changes.unknown == 0 { return Units.count(changes.yes) }
    return changes.yes == 0 && changes.no == 0 ? "?" : "≥" + Units.count(changes.yes)
  }

  private func effectTable(_ layout: TextLayout) -> [String] {
    var columns: [(String, Int, (Effect) -> String)] = groupColumn(\.group)
    columns += [
      ("started", 20, { Units.count($0.started) }),
      ("finished", 18, { Units.count($0.finished) }),
      ("cancelled", 18, { Units.count($0.cancelled) }),
      ("failed", 18, { Units.count($0.failed) }),
    ]
    if effects.contains(where: { $0.endedOtherwise > 0 }) {
      columns.append(("other", 16, { Units.count($0.endedOtherwise) }))
    }
    columns += [
      ("running", 18, { Units.count($0.running) }),
      ("outputs", 8, { Units.count($0.outputs) }),
    ]
    columns += TextTable.durationColumns(DurationStatistics.columns, \.duration)
    columns.append(Self.deviationColumn(\.duration))
    columns += Self.distributionColumn(effects, \.distribution, layout)
    return table(
      "Effects by \((order == .self ? .total : order).text)\(estimateMark)", effects, layout,
      leastImportance: Self.leastImportanceOfDurations,
      name: { displayName(prefix: $0.prefix, name: $0.name) }, columns: columns)
  }

  private func runningTable(_ layout: TextLayout) -> [String] {
    let total = UInt64(runningEffects.count) + runningEffectsLeftOut
    guard total > 0 else { return [] }
    var columns: [(String, Int, (RunningEffect) -> String)] = [
      ("effect", 5, { "\($0.effect)" }), ("of action", 4, { "\($0.action)" }),
    ]
    if processes.count > 1 {
      columns.append(("pid", 6, { $0.vpid.map { "\($0)" } ?? "?" }))
    }
    if hasSeveralHosts { columns.append(("host", 6, { $0.host?.printable() ?? "?" })) }
    columns += [
      ("since", 8, { "+" + Units.duration($0.sinceNs) }), ("for", 9, { Units.duration($0.ageNs) }),
    ]
    return table(
      isComplete
        ? "Effects still running at the end" : "Effects still running, or their end was lost",
      runningEffects, layout.withDefault(rows: 10), total: total,
      name: { displayName(prefix: $0.prefix, name: $0.name) }, columns: columns)
  }

  /// Single actions or effects, each with its chain of causes.
  private func slowTable(
    _ heading: String, _ spans: [SlowSpan], _ layout: TextLayout
  ) -> [String] {
    if spans.isEmpty { return [] }
    let shown = spans.prefix(layout.maximumRows)
    var columns: [(String, Int, (SlowSpan) -> String)] = [
      ("took", 9, { Units.duration($0.durationNs) })
    ]
    if shown.contains(where: { $0.selfNs != nil && $0.selfNs != $0.durationNs }) {
      columns.append(("self", 7, { $0.selfNs.map { Units.duration($0) } ?? "" }))
    }
    if shown.contains(where: { $0.outcome != nil }) {
      columns.append(("outcome", 6, { $0.outcome.map { "\($0)" } ?? "" }))
    }
    columns.append(("at", 8, { "+" + Units.duration($0.sinceNs) }))
    if shown.contains(where: { $0.thread != nil }) {
      columns.append(("thread", 5, { $0.thread.map { "\($0)" } ?? "?" }))
    }
    if processes.count > 1 { columns.append(("pid", 6, { $0.vpid.map { "\($0)" } ?? "?" })) }
    if hasSeveralHosts { columns.append(("host", 6, { $0.host?.printable() ?? "?" })) }
    var table = TextTable(
      heading: heading, rows: shown,
      name: { displayName(prefix: $0.prefix, name: $0.name) }, columns: columns)
    table.leastImportanceBesideShortNames = Self.leastImportanceOfOthers
    let text = table.lines(layout)
    if layout.isMarkdown { return text }
    var indented = layout
    indented.width -= 4
    return zip(text.dropFirst(), shown).reduce(into: Array(text.prefix(1))) { lines, row in
      lines.append(row.0)
      if let causes = causeText(of: row.1) {
        lines += indented.wrapped(causes, indent: "  ").map { layout.styled("    " + $0, .quiet) }
      }
    }
  }

  /// The chain of causes from outside to a slow span, `nil` for an action from outside.
  private func causeText(of span: SlowSpan) -> String? {
    if span.kind == .observer || span.kind == .interval { return nil }
    if span.causes.isEmpty { return span.cameFromOutside ? nil : "cause unknown" }
    // An effect has the name of the action that started it.
    if span.outcome != nil, span.causes.count == 1, span.cameFromOutside { return nil }
    return span.causes.chainText(fromOutside: span.cameFromOutside)
  }

  private func storeTable(_ layout: TextLayout) -> [String] {
    var columns: [(String, Int, (Store) -> String)] = [
      ("sends", 20, { Units.count($0.sends) }),
      ("queued", 15, { Units.count($0.queued) }),
      ("re-entrant", 14, { Units.count($0.reentrant) }),
      ("deepest", 8, { Units.count($0.maxDepth) }),
      ("mean wait", 9, { $0.waiting.map { Units.duration($0.meanNs) } ?? "" }),
      ("max wait", 10, { $0.waiting.map { Units.duration($0.maxNs) } ?? "" }),
    ]
    if stores.contains(where: { $0.actorWaiting != nil }) {
      columns += [
        ("actor waits", 17, { $0.actorWaiting.map { Units.count($0.count) } ?? "" }),
        ("p50 actor", 18, { $0.actorWaiting.map { Units.duration($0.p50Ns) } ?? "" }),
        ("max actor", 19, { $0.actorWaiting.map { Units.duration($0.maxNs) } ?? "" }),
      ]
    }
    return table(
      "Stores by actions sent\(estimateMark)", stores, layout,
      name: { $0.feature.isEmpty ? "(unknown)" : $0.feature.printable() }, columns: columns)
  }

  private func observerTable(_ layout: TextLayout) -> [String] {
    var columns: [(String, Int, (Observer) -> String)] = [("count", 20, { Units.count($0.count) })]
    columns.append(("share", 11, { Units.percent($0.share) }))
    columns += TextTable.durationColumns(DurationStatistics.columns, \.duration)
    if observers.contains(where: { $0.overBudget > 0 }) {
      columns.append(("over budget", 16, { Units.count($0.overBudget) }))
    }
    if observers.contains(where: { $0.open > 0 }) {
      columns.append(("open", 15, { Units.count($0.open) }))
    }
    return table(
      "Observers by total time\(estimateMark)", observers, layout,
      name: { "\($0.file.printable()):\($0.line)" },
      columns: columns)
  }

  /// The changes that observers reacted to, in the order of the observers.
  private func notificationTable(_ layout: TextLayout) -> [String] {
    let rows = observers.flatMap { observer in observer.notifiedBy.map { (observer, $0) } }
    var columns: [(String, Int, ((Observer, Observer.Notification)) -> String)] = [
      ("property", 19, { $0.1.property?.printable() ?? "(unknown)" }),
      // Most rows of an observer differ by the action alone.
      (
        "action", 21,
        { row in row.1.name.map { displayName(prefix: row.1.prefix ?? "", name: $0) } ?? "(unknown)"
        }
      ),
      ("count", 20, { Units.count($0.1.count) }),
    ]
    if rows.contains(where: { $0.1.withOthers > 0 }) {
      columns.append(("with others", 10, { Units.count($0.1.withOthers) }))
    }
    return table(
      "Observers notified by\(estimateMark)", rows, layout,
      name: { "\($0.0.file.printable()):\($0.0.line)" }, columns: columns)
  }

  /// The importance of columns of durations: below it, there are count, total and the other
  /// essential columns.
  private static let leastImportanceOfDurations = 12
  private static let leastImportanceOfOthers = 6

  func table<Row>(
    _ heading: String, _ rows: [Row], _ layout: TextLayout, total: UInt64? = nil,
    leastImportance: Int = Self.leastImportanceOfOthers, name: (Row) -> String,
    columns: [(String, Int, (Row) -> String)]
  ) -> [String] {
    if rows.isEmpty { return [] }
    let shown = rows.prefix(layout.maximumRows)
    var table = TextTable(heading: heading, rows: shown, name: name, columns: columns)
    table.leastImportanceBesideShortNames = leastImportance
    // Rows beyond the listed ones are counted, and no option shows them.
    let unlisted = (total ?? UInt64(rows.count)) - UInt64(rows.count)
    if unlisted > 0, shown.count == rows.count {
      let rest = layout.styled("and \(Units.count(unlisted)) more, which are not listed", .quiet)
      return table.lines(layout) + layout.belowTable([rest])
    }
    return table.lines(layout)
      + layout.rest(
        rows.count - shown.count + Int(unlisted), see: "--limit and --format json")
  }

  // MARK: - Notes

  /// More prefixes than a program usually has features.
  private static let manyPrefixes = 100

  /// “a”, “a and b”, “a, b and c”.
  private static func enumerated(_ parts: [String]) -> String {
    let start = parts.dropLast().joined(separator: ", ")
    return [start, parts.last ?? ""].filter { !$0.isEmpty }.joined(separator: " and ")
  }

  private func notes(_ layout: TextLayout) -> [String] {
    var remarks: [String] = []
    let ends = [
      unmatched.actionEnds > 0 ? Units.count(unmatched.actionEnds, "action") : nil,
      unmatched.effectEnds > 0 ? Units.count(unmatched.effectEnds, "effect") : nil,
      unmatched.intervalEnds > 0 ? Units.count(unmatched.intervalEnds, "interval") : nil,
      unmatched.observerEnds > 0
        ? Units.count(unmatched.observerEnds, "reaction of an observer", "reactions of observers")
        : nil,
    ].compactMap { $0 }
    if !ends.isEmpty {
      remarks.append(
        """
        \(Self.enumerated(ends)) ended whose begin is not in the trace (it was before the \
        recording, or lost); the tables leave them out.
        """)
    }
    if unmatched.repeatedBegins > 0 {
      remarks.append(
        """
        \(Units.count(unmatched.repeatedBegins, "interval was", "intervals were")) begun again \
        before the end; no duration is given for these.
        """)
    }
    let prefixes = Set(actions.map(\.prefix)).count
    if prefixes > Self.manyPrefixes {
      remarks.append(
        """
        \(Units.count(UInt64(prefixes))) prefixes differ. If they hold ids, what belongs together is \
        spread over as many rows: give all wrappers of a feature the same prefix.
        """)
    }
    let reentrant = stores.reduce(0) { $0 + $1.reentrant }
    if reentrant > 0 {
      remarks.append(
        """
        \(Units.count(reentrant, "action was", "actions were")) sent to a store by code that its \
        reducer called, and processed afterwards: return 'Effect.send', or share a method.
        """)
    }
    if unmatched.reversed > 0 {
      remarks.append(
        """
        \(Units.count(unmatched.reversed, "interval")) ended before the begin; no duration is given \
        for these.
        """)
    }
    if events.malformed > 0 {
      remarks.append(
        "\(Units.count(events.malformed, "event")) lacked an id, or had one of another type.")
    }
    if processes.contains(where: { $0.vpid == nil }) {
      remarks.append(
        """
        The trace does not say which process an event is from: with several processes, intervals \
        can be mixed up. Record with the contexts vpid and procname.
        """)
    }
    for damage in damage.dropFirst().prefix(10) {
      remarks.append("Damaged: \(damage.path.printable()): \(damage.message.printable()).")
    }
    if damage.count > 11 {
      remarks.append("\(damage.count - 11) further damages: see --format json.")
    }
    return remarks.flatMap { layout.wrapped($0) }
  }
}
