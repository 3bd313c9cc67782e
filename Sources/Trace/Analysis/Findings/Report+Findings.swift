import TextTables

extension Report {
  /// The first findings in a few lines each, the names of others, and the command that prints all
  /// with their reasons; empty without findings.
  func findingLines(_ layout: TextLayout) -> [String] {
    let all = findingsInText
    if all.isEmpty { return [] }
    var lines = [layout.styled("Findings", .heading)]
    for (number, index) in shownFindings.enumerated() {
      lines += findings[index].briefLines(number + 1, layout)
    }
    lines += namesOfOthers(all.dropFirst(Self.findingsShown).map { findings[$0] }, layout)
    // A report in JSON of an earlier version has no list.
    let words = (directories.isEmpty ? [directory] : directories).map(quotedForShell)
    let command = "signpost findings \(words.joined(separator: " ").printable())"
    lines.append(layout.styled("Reasons and evidence: \(command)", .quiet))
    return lines
  }

  private func namesOfOthers(_ others: [Report.Finding], _ layout: TextLayout) -> [String] {
    if others.isEmpty { return [] }
    var names = others.prefix(Self.findingsNamed).map { "\($0.subject.printable()) (\($0.rule))" }
    if others.count > names.count { names.append("\(others.count - names.count) more") }
    let text = "Also: \(names.joined(separator: ", "))."
    // Markdown would append the line to the last item of the list.
    return layout.isMarkdown
      ? ["", Report.Finding.escaped(text), ""] : layout.wrapped(text, indent: "      ")
  }

  private static let findingsShown = 5
  private static let findingsNamed = 12

  /// The places of the findings that the text of a report has, or counts.
  private var findingsInText: [Int] {
    // A warning about lost events is above already.
    findings.indices.filter { findings[$0].rule != LostEvents.description.id }
  }

  /// The places of the findings that the text of a report shows.
  var shownFindings: [Int] { Array(findingsInText.prefix(Self.findingsShown)) }

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
  /// The finding with its number, cost and correction.
  fileprivate func briefLines(_ number: Int, _ layout: TextLayout) -> [String] {
    if layout.isMarkdown {
      return [
        "\(number). **\(Self.escaped(summary.printable()))** \(Self.escaped(cost)).  ",
        "   \(Self.escaped(advice)) See `\(article)`; `\(command.printable())`.",
      ]
    }
    let cost =
      costNs.map { cost in
        "\(Units.duration(cost)) of \(payer.text)"
          + (costShare.map { " (\(Units.percent($0)))" } ?? "")
      } ?? "not recorded"
    let gain = gainNs.map { $0 > 0 ? ", gain \(Units.duration($0))" : ", gain none" } ?? ""
    return wrapped(
      number, ["Cost: \(cost)\(gain); \(rule), \(certainty.rawValue)", "Do: \(advice)"], layout)
  }

  /// The finding with its number, cost, reason, correction and evidence.
  func lines(_ number: Int, _ layout: TextLayout) -> [String] {
    let facts =
      ["Cost: \(cost)"] + gainLines
      + [
        reason.map { "Why:  \($0)" }, "Do:   \(advice)", "See:  \(command.printable())",
        "Rule: \(article)",
      ].compactMap(\.self)
    return wrapped(number, facts, layout)
  }

  private func wrapped(_ number: Int, _ facts: [String], _ layout: TextLayout) -> [String] {
    var inner = layout
    inner.width -= Self.indent.count
    return layout.wrapped("\(number). \(summary.printable())", indent: Self.indent)
      + facts.flatMap { inner.wrapped($0, indent: "      ") }.map { Self.indent + $0 }
  }

  private var cost: String {
    (costNs.map { cost in
      "\(Units.duration(cost)) of \(payer.text)"
        + (costShare.map { ", \(Units.percent($0)) of the time" } ?? "")
    } ?? "not recorded") + "; \(rule), \(certainty.rawValue)"
  }

  private var gainLines: [String] {
    guard let gainNs, let change else { return [] }
    let share = gainShare.map { ", \(Units.percent($0)) of their waits" } ?? ""
    let gain =
      gainNs > 0
      ? "\(Units.duration(gainNs)) of all actions from outside\(share)"
      : "none for actions from outside"
    return ["Gain: \(gain), by signpost whatif … '\(change.printable())'"]
  }

  /// The reason for which the rule calls it a mistake; `nil` for a rule of another version.
  private var reason: String? { RuleDescription.all.first { $0.id == rule }?.reason }

  private static let indent = "   "

  fileprivate static func escaped(_ text: String) -> String {
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
