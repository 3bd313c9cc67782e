import BenchHarness
import BenchSuites

/// Measures the cost of the library.
@main
enum Bench: BenchProgram {
  static let suites = Suite.all

  static func replay(_ path: String) throws -> Suite {
    try Suite.replayOfBench(path)
  }
}
