extension Results {
  /// Adds the counts of callgrind.
  ///
  /// - Parameter isWanted: Whether to count the benchmark of a name: under valgrind, all of them
  ///   take minutes.
  mutating func countInstructions(where isWanted: (String) -> Bool) throws(Failure) {
    let counted = suites.indices.flatMap { suite in
      suites[suite].benchmarks.indices.map { (suite: suite, benchmark: $0) }
    }
    .filter { place in
      let benchmark = suites[place.suite].benchmarks[place.benchmark]
      // Outside of a session, operations differ from those in one.
      return suites[place.suite].events == nil && benchmark.kind.hasInstructions
        && isWanted(benchmark.name)
    }
    guard !counted.isEmpty else { return }
    let plan = CallgrindPlan(
      counted.map { CallgrindPlan.Entry(suites[$0.suite].benchmarks[$0.benchmark]) })
    for (place, count) in zip(counted, try CallgrindRun.count(plan)) {
      suites[place.suite].benchmarks[place.benchmark].instructions = count
    }
  }
}

extension BenchmarkResult.Kind {
  /// For retained objects, memory is measured; their release, which may happen anywhere, is not
  /// part of it.
  var hasInstructions: Bool { self != .retained }
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
