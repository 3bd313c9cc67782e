/// The results of a run, for the summary of a CI job.
struct MarkdownReport {
  var results: Results
  var baseline: Results?
  var verdict: Verdict?

  var text: String {
    var lines = ["# Bench", ""]
    if results.machine.isDebugBuild {
      lines += ["**Debug build: these times say nothing.**", ""]
    }
    lines += results.machine.lines.map { Self.escaped($0) + "  " } + [""]
    for suite in results.suites {
      lines += ["## " + Self.escaped(suite.name), ""]
      let tables = [
        ReportTable(benchmarks: suite, baseline: baseline),
        ReportTable(figures: suite, baseline: baseline),
      ]
      lines += tables.compactMap(\.self).flatMap(Self.table)
      if let note = suite.note { lines += [Self.escaped(note), ""] }
      if let refusals = suite.refusals {
        lines += refusals.map { "- " + Self.escaped($0.sentence) } + [""]
      }
    }
    if let verdict {
      lines += ["## Thresholds", ""] + verdict.judgement.sentences.map { "- " + Self.escaped($0) }
      if !verdict.patch.isEmpty { lines += ["", "```diff", verdict.patch + "```"] }
      lines += [""]
    }
    return lines.joined(separator: "\n")
  }

  private static func table(_ table: ReportTable) -> [String] {
    func row(_ name: String, _ cells: [String]) -> String {
      "| " + ([name] + cells).map(escaped).joined(separator: " | ") + " |"
    }
    var lines = [
      row(table.heading, table.columns.map(\.heading)),
      "|---|" + table.columns.map { _ in "---:|" }.joined(),
    ]
    for (index, name) in table.names.enumerated() {
      lines.append(row(name, table.columns.map { $0.cells[index] }))
    }
    return lines + [""]
  }

  private static func escaped(_ text: String) -> String {
    var result = ""
    for character in text {
      if "|\\`*_<>^~[]".contains(character) { result.append("\\") }
      result.append(character)
    }
    return result
  }
}
