import TextTables

/// A table for both reports: names, headings, cells.
struct ReportTable {
  struct Column {
    var heading: String
    /// If the width does not suffice, the least important are omitted first.
    var importance: Int
    var cells: [String]
  }

  var heading: String
  var names: [String]
  var columns: [Column]
}

extension ReportTable {
  /// The table of a suite's benchmarks; nil if none was measured.
  init?(benchmarks suite: SuiteResult, baseline: Results?) {
    guard !suite.benchmarks.isEmpty else { return nil }
    heading = suite.name
    names = suite.benchmarks.map { suite.shortened($0.name) }
    columns = []
    func add(_ heading: String, _ importance: Int, _ cell: (BenchmarkResult) -> String) {
      columns.append(
        Column(heading: heading, importance: importance, cells: suite.benchmarks.map(cell)))
    }
    if let baseline {
      let old = Dictionary(baseline.benchmarks.map { ($0.name, $0) }, uniquingKeysWith: { $1 })
      add("before", 8) { old[$0.name].map { Units.duration($0.time.median) } ?? "–" }
      add("now", 10) { Units.duration($0.time.median) }
      add("change", 9) { new in
        old[new.name].map { Cells.change(Change(old: $0.time, new: new.time)) } ?? "new"
      }
    } else {
      add("median", 10) { Units.duration($0.time.median) }
    }
    add("spread", 5) { Cells.spread($0.time) }
    if baseline == nil { add("ops/s", 4) { Units.rate(1e9 / $0.time.median) } }
    add("allocs/op", 7) { Cells.allocations($0.allocations) }
    add("bytes/op", 3) { Cells.bytes($0.allocations) }
    add("instr/op", 6) { Cells.instructions($0) }
    if suite.benchmarks.contains(where: { $0.instructions?.retains != nil }) {
      add("retain/release", 2) { Cells.references($0) }
    }
  }

  /// The table of a suite's figures; nil if it has none.
  init?(figures suite: SuiteResult, baseline: Results?) {
    guard !suite.figures.isEmpty else { return nil }
    heading = suite.name + ": from the same rounds"
    names = suite.figures.map { suite.shortened($0.name) }
    columns = []
    func add(_ heading: String, _ importance: Int, _ cell: (FigureResult) -> String) {
      columns.append(
        Column(heading: heading, importance: importance, cells: suite.figures.map(cell)))
    }
    if let baseline {
      let old = Dictionary(baseline.figures.map { ($0.name, $0) }, uniquingKeysWith: { $1 })
      add("before", 5) { old[$0.name].map { Cells.figure($0.value.median, $0) } ?? "–" }
    }
    add(baseline == nil ? "value" : "now", 10) { Cells.figure($0.value.median, $0) }
    add("spread", 4) { "±" + Cells.bare($0.value.spread / 2, $0) }
    if suite.figures.contains(where: { $0.budget != nil }) {
      add("budget", 9, Cells.budget)
    }
  }
}

extension SuiteResult {
  /// The heading names the suite; the rows need not.
  func shortened(_ name: String) -> String {
    name.hasPrefix(self.name + "/") ? String(name.dropFirst(self.name.count + 1)) : name
  }
}
