import TextTables

/// The results of a run as text.
struct TableReport {
  var results: Results
  var baseline: Results?
  var layout: TextLayout

  var text: String {
    let parts = results.suites.flatMap { suite in
      [
        ReportTable(benchmarks: suite, baseline: baseline).map(lines),
        ReportTable(figures: suite, baseline: baseline).map(lines),
        suite.note.map { ["\(suite.name): \($0)"] },
        suite.refusals.map { $0.map(\.sentence) },
      ]
    }
    return ([header] + parts.compactMap(\.self))
      .map { $0.joined(separator: "\n") + "\n" }
      .joined(separator: "\n")
  }

  private var header: [String] {
    let warning =
      results.machine.isDebugBuild
      ? [layout.styled("DEBUG BUILD: these times say nothing; add -c release", .warning)] : []
    return warning + results.machine.lines
  }

  private func lines(_ table: ReportTable) -> [String] {
    TextTable(
      heading: table.heading, names: table.names,
      columns: table.columns.map {
        TextTable.Column(heading: $0.heading, importance: $0.importance, cells: $0.cells)
      }
    ).lines(layout)
  }
}

extension Machine {
  /// The conditions of the measurement, for the head of a report.
  var lines: [String] {
    [
      "\(processor), \(cores) \(cores == 1 ? "core" : "cores") · \(system)",
      "Swift \(swift) · \(library) · \(isDebugBuild ? "debug" : "release") build",
    ]
  }
}
