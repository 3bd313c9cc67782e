import BenchHarness
import BenchSuites

/// Measures what the library costs.
@main
enum Bench: BenchProgram {
  static let suites = Suite.all

  static func replay(_ path: String) throws -> Suite {
    try Suite.replayOfBench(path)
  }
}
