import TextTables

extension Report {
  /// The first findings, and a pointer to the others; empty without findings.
  func findingLines(_ layout: TextLayout) -> [String] {
    // A warning about lost events is above already.
    let findings = findings.filter { $0.rule != LostEvents.description.id }
    if findings.isEmpty { return [] }
    var lines = [layout.styled("Findings", .heading)]
    for (index, finding) in findings.prefix(Self.findingsShown).enumerated() {
      lines += finding.lines(index + 1, layout)
    }
    let left = findings.count - Self.findingsShown
    if left > 0 {
      // A report in JSON of an earlier version has no list.
      let words = (directories.isEmpty ? [directory] : directories).map(quotedForShell)
      lines.append(
        layout.styled(
          "and \(left) more: signpost findings \(words.joined(separator: " ").printable())", .quiet)
      )
    }
    return lines
  }

  private static let findingsShown = 5

  /// All findings as text, the judgement of each rule on request.
  ///
  /// - Parameter showsAll: Whether to list rules without a finding, too.
  public func findingsText(_ layout: TextLayout, showsAll: Bool) -> String {
    var sections = [timeLines(layout)]
    sections += findings.enumerated().map { $1.lines($0 + 1, layout) }
    if findings.isEmpty {
      let judged = rules.count { $0.outcome == .notFound }
      let silenced = rules.count { $0.outcome == .silenced }
      let unjudged = rules.count { $0.outcome == .notJudged }
      var text = "No findings: \(Units.count(UInt64(judged), "rule")) found nothing"
      if unjudged > 0 { text += ", \(unjudged) could not be judged (see --all)" }
      if silenced > 0 { text += ", \(silenced) silenced" }
      sections.append(layout.wrapped(text + "."))
    }
    if showsAll { sections.append(ruleTable(layout)) }
    return sections.filter { !$0.isEmpty }.map { $0.joined(separator: "\n") + "\n" }
      .joined(separator: "\n")
  }

  private func ruleTable(_ layout: TextLayout) -> [String] {
    rules.flatMap { verdict -> [String] in
      let outcome =
        switch verdict.outcome {
        case .found: Units.count(UInt64(verdict.findings), "finding")
        case .notFound: "not found"
        case .notJudged: "not judged"
        case .silenced: "silenced"
        }
      let reason = verdict.reason.map { ": \($0.printable())" } ?? ""
      return layout.wrapped("\(verdict.rule): \(outcome)\(reason)", indent: "  ")
    }
  }
}

extension Report.Finding {
  /// The finding with its number, cost, correction and evidence.
  func lines(_ number: Int, _ layout: TextLayout) -> [String] {
    var cost = "\(rule), \(certainty.rawValue)"
    if let costNs {
      cost =
        "\(Units.duration(costNs)) of \(payer.text)"
        + (costShare.map { ", \(Units.percent($0)) of the time" } ?? "") + "; \(cost)"
    }
    if layout.isMarkdown {
      return [
        "\(number). **\(Self.escaped(summary.printable()))** \(Self.escaped(cost)).  ",
        "   \(Self.escaped(advice)) See `\(article)`; `\(command.printable())`.",
      ]
    }
    var inner = layout
    inner.width -= Self.indent.count
    return layout.wrapped("\(number). \(summary.printable())", indent: Self.indent)
      + [
        "Cost: \(cost)", "Do:   \(advice)", "See:  \(command.printable()), \(article)",
      ].flatMap { inner.wrapped($0, indent: "      ") }.map { Self.indent + $0 }
  }

  private static let indent = "   "

  private static func escaped(_ text: String) -> String {
    text.map { "\\`*_[]<>|".contains($0) ? "\\\($0)" : "\($0)" }.joined()
  }
}

extension Report.Finding.Payer {
  fileprivate var text: String {
    switch self {
    case .waiting: "waiting"
    case .recording: "the recording"
    case .reducers, .observers, .intervals, .effects, .stores: rawValue
    }
  }
}
