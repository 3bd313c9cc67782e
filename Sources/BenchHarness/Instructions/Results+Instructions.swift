extension Results {
  /// Adds what callgrind counts.
  mutating func countInstructions() throws(Failure) {
    // Outside of a session, operations do not do what they do in one.
    let countable = suites.indices.filter { suites[$0].events == nil }
    let plan = CallgrindPlan(
      countable.flatMap { suites[$0].benchmarks }
        .map(CallgrindPlan.Entry.init))
    guard !plan.entries.isEmpty else { return }
    var counts = try CallgrindRun.count(plan).makeIterator()
    for suite in countable {
      for benchmark in suites[suite].benchmarks.indices {
        suites[suite].benchmarks[benchmark].instructions = counts.next() ?? nil
      }
    }
  }
}

extension CallgrindPlan.Entry {
  fileprivate init(_ benchmark: BenchmarkResult) {
    self.init(
      benchmark: benchmark.name, pass: benchmark.pass,
      attempts: benchmark.kind == .synchronous ? 3 : 5)
    // Under callgrind everything takes fifty times as long.
    if benchmark.setUp > 10e6 || benchmark.pass == 1 { attempts = 2 }
  }
}
