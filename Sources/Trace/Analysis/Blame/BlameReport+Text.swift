import TextTables

extension BlameReport {
  /// The report as text: remarks, tables of properties and of the actions that changed them, the
  /// changes with their causes and observers, and the judgement of expectations.
  ///
  /// - Parameter listsChanges: Whether to list single changes.
  public func text(_ layout: TextLayout = TextLayout(), listsChanges: Bool = true) -> String {
    let sections = [
      remarks.flatMap { layout.wrapped($0.printable()) }, warnings(layout), overview(layout),
      propertyTable(layout), makerTable(layout), listsChanges ? changeTable(layout) : [],
      verdicts(layout),
    ]
    return sections.filter { !$0.isEmpty }
      .map { $0.joined(separator: "\n") + "\n" }
      .joined(separator: "\n")
  }

  private func warnings(_ layout: TextLayout) -> [String] {
    var warnings: [String] = []
    if !losses.isEmpty {
      warnings.append(
        "WARNING: \(losses.text) were lost. Changes may be missing. Record with more or larger "
          + "buffers to lose nothing.")
    }
    if let first = damage.first {
      warnings.append(
        "WARNING: the trace is damaged. Changes may be missing. "
          + "\(first.path.printable()): \(first.message.printable()).")
    }
    return warnings.flatMap { layout.wrapped($0) }.map { layout.styled($0, .warning) }
  }

  private func overview(_ layout: TextLayout) -> [String] {
    let count = properties.reduce(0) { $0 + $1.changes }
    let heading =
      count == 0
      ? "No changes of properties are known"
      : "\(Units.count(UInt64(count), "change")) of "
        + Units.count(UInt64(properties.count { $0.changes > 0 }), "property", "properties")
    var lines = [
      layout.styled(heading, .heading),
      "\(Units.duration(durationNs)), \(Units.count(events.total, "event"))"
        + (isComplete ? ", nothing lost" : ", not all that happened"),
    ]
    if isFiltered { lines.append("Filtered: only changes by actions that the options select.") }
    return lines
  }

  // MARK: - Tables

  private func propertyTable(_ layout: TextLayout) -> [String] {
    if properties.isEmpty { return [] }
    var columns: [(heading: String, importance: Int, cell: (Property) -> String)] = [
      ("changes", 20, { Units.count(UInt64($0.changes)) })
    ]
    if properties.contains(where: { $0.asPart > 0 }) {
      columns.append(("as part", 12, { Units.count(UInt64($0.asPart)) }))
    }
    columns += [
      ("chains", 16, { Units.count(UInt64($0.chains)) }),
      ("most in one", 18, { $0.busiest.map { Units.count(UInt64($0.changes)) } ?? "–" }),
    ]
    if recorded.values {
      columns.append(("returns", 17, { $0.returns.map { Units.count(UInt64($0)) } ?? "–" }))
    }
    if recorded.observers {
      columns.append(("observers", 15, { $0.observers.map { Units.count(UInt64($0)) } ?? "–" }))
    }
    let table = TextTable(
      heading: "Properties", rows: properties.prefix(layout.maximumRows),
      name: { $0.property.printable() }, columns: columns)
    return table.lines(layout) + rest(properties.count, layout)
  }

  private func makerTable(_ layout: TextLayout) -> [String] {
    let rows = properties.flatMap { property in property.by.map { (property.property, $0) } }
    if rows.isEmpty { return [] }
    var columns: [(heading: String, importance: Int, cell: ((String, Maker)) -> String)] = [
      ("changes", 20, { Units.count(UInt64($0.1.changes)) })
    ]
    if properties.count > 1 { columns.append(("property", 15, { $0.0.printable() })) }
    columns.append(
      ("in chains of", 18, { $0.1.origin.map { displayName(prefix: $0, name: $1) } ?? "unknown" }))
    let table = TextTable(
      heading: "Changed by", rows: rows.prefix(layout.maximumRows),
      name: { displayName(prefix: $0.1.prefix, name: $0.1.name) }, columns: columns)
    return table.lines(layout) + rest(rows.count, layout)
  }

  private func rest(_ count: Int, _ layout: TextLayout) -> [String] {
    layout.rest(count - layout.maximumRows, see: "--limit and --json")
  }

  // MARK: - Changes

  private func changeTable(_ layout: TextLayout) -> [String] {
    if changes.isEmpty { return [] }
    let shown = changes.prefix(layout.maximumRows)
    var columns: [(heading: String, importance: Int, cell: (Change) -> String)] = [
      ("at", 18, { "+" + Units.duration($0.sinceNs) })
    ]
    let hasPaths = properties.count > 1 || shown.contains { $0.path != $0.property }
    if hasPaths {
      columns.append(("property", 17, { $0.path.printable() + ($0.asPart ? " (whole)" : "") }))
    }
    if recorded.values {
      columns.append(("value", 16, { change in change.valueText.printable() }))
    }
    let table = TextTable(
      heading: "Changes", rows: shown,
      name: { displayName(prefix: $0.prefix, name: $0.name) }, columns: columns)
    let text = table.lines(layout)
    let rest = layout.rest(
      changes.count - shown.count + changesLeftOut, see: "--limit and --json")
    if layout.isMarkdown { return text + rest }
    var indented = layout
    indented.width -= 4
    let lines = zip(text.dropFirst(), shown).flatMap { line, change in
      [line]
        + change.details.flatMap { indented.wrapped($0, indent: "  ") }
        .map { layout.styled("    " + $0, .quiet) }
    }
    return text.prefix(1) + lines + rest
  }

  // MARK: - Expectations

  private func verdicts(_ layout: TextLayout) -> [String] {
    expectations.flatMap { verdict -> [String] in
      let style: TextLayout.Style? = verdict.outcome == .kept ? nil : .warning
      return layout.wrapped(verdict.text, indent: "  ")
        .map { line in style.map { layout.styled(line, $0) } ?? line }
    }
  }
}

extension BlameReport.Maker {
  fileprivate var origin: (String, String)? {
    fromName.map { (fromPrefix ?? "", $0) }
  }
}

extension BlameReport.Change {
  fileprivate var valueText: String {
    old.flatMap { old in new.map { "\(Self.short(old)) → \(Self.short($0))" } } ?? "–"
  }

  private static func short(_ value: String) -> String {
    value.count > 40 ? value.prefix(39) + "…" : value
  }

  /// The causes and the observers, a text each.
  fileprivate var details: [String] {
    var details: [String] = []
    if !causes.isEmpty {
      details.append(causes.chainText(fromOutside: cameFromOutside))
    } else if !cameFromOutside {
      details.append("the cause is not known")
    }
    if !observers.isEmpty {
      let reactions = observers.map(\.text)
      details.append("observers: " + reactions.joined(separator: ", "))
    }
    return details
  }
}

extension BlameReport.Observer {
  /// The place, and the property that the observer reacted to.
  fileprivate var text: String {
    let property = property ?? "unknown property"
    let others = isCertain ? "" : ", and others"
    return "\(file.printable()):\(line) (\(property.printable())\(others))"
  }
}

extension BlameReport.Verdict {
  /// The judgement as a sentence.
  public var text: String {
    let expectation = "“\(expectation.printable())”"
    switch outcome {
    case .kept: return "Kept: \(expectation)."
    case .notJudged:
      return "Not judged: \(expectation): \((reason ?? "unknown").printable())."
    case .broken:
      let place = chain.map { chain in
        " in \(displayName(prefix: chain.prefix, name: chain.name)) +\(Units.duration(chain.sinceNs))"
      }
      return "Broken: \(expectation): \((property ?? "").printable()) has \(measured ?? 0)"
        + "\(place ?? "")."
    }
  }
}
