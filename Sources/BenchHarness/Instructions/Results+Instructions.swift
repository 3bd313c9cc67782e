extension Results {
  /// Adds what callgrind counts.
  ///
  /// - Parameter isWanted: Whether to count the benchmark of a name: under valgrind, all of them take
  ///   minutes.
  mutating func countInstructions(where isWanted: (String) -> Bool) throws(Failure) {
    // Outside of a session, operations do not do what they do in one.
    let countable = suites.indices.filter { suites[$0].events == nil }
    let plan = CallgrindPlan(
      countable.flatMap { suites[$0].benchmarks }.filter { isWanted($0.name) }
        .map { CallgrindPlan.Entry(benchmark: $0.name, pass: $0.pass) })
    guard !plan.entries.isEmpty else { return }
    var counts = try CallgrindRun.count(plan).makeIterator()
    for suite in countable {
      for benchmark in suites[suite].benchmarks.indices
      where isWanted(suites[suite].benchmarks[benchmark].name) {
        suites[suite].benchmarks[benchmark].instructions = counts.next() ?? nil
      }
    }
  }
}
