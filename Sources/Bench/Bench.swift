import BenchHarness
import BenchSuites

/// Measures what the library costs.
@main
enum Bench: BenchProgram {
  static let suites = Suite.all
}
