extension Results {
  /// Adds what callgrind counts.
  mutating func countInstructions() throws(Failure) {
    let plan = CallgrindPlan(
      benchmarks.map { CallgrindPlan.Entry(benchmark: $0.name, pass: $0.pass) })
    var counts = try CallgrindRun.count(plan).makeIterator()
    for suite in suites.indices {
      for benchmark in suites[suite].benchmarks.indices {
        suites[suite].benchmarks[benchmark].instructions = counts.next() ?? nil
      }
    }
  }
}
