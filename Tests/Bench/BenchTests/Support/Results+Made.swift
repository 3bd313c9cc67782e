@testable import BenchHarness

extension Results {
  /// Results as if they had been measured.
  static func made(
    _ benchmarks: [BenchmarkResult] = [], figures: [FigureResult] = [], toolchain: String = "6.3",
    isDebugBuild: Bool = false, refusals: [Refusal]? = nil
  ) -> Results {
    Results(
      machine: Machine(
        processor: "Test processor", cores: 2, system: "Linux 6", architecture: "x86_64",
        library: "glibc 2.36", swift: toolchain, isDebugBuild: isDebugBuild),
      suites: [
        SuiteResult(name: "send", benchmarks: benchmarks, figures: figures, refusals: refusals)
      ])
  }
}

extension BenchmarkResult {
  static func made(
    _ name: String, kind: Kind = .synchronous, rounds: [Double] = [10],
    allocations: Double = 0, bytes: Double = 0, range: Double = 0, instructions: Double? = nil,
    typeLookUps: Double = 0, hashes: Double = 0
  ) -> BenchmarkResult {
    BenchmarkResult(
      name: name, kind: kind, batch: 1000, setUp: 0, pass: 128, rounds: rounds,
      time: Summary(times: rounds),
      allocations: Allocations(
        count: allocations, bytes: bytes, areKept: kind == .retained,
        range: Allocations.Range(count: range, bytes: range)),
      instructions: instructions.map {
        Instructions(
          count: $0, range: 0, source: .callgrind, retains: 1, releases: 2,
          typeLookUps: typeLookUps, hashes: hashes)
      })
  }
}

extension FigureResult {
  static func made(
    _ name: String, _ value: Double, undisturbed: Double? = nil, unit: Unit = .times,
    per: String = "", budget: Double? = nil
  ) -> FigureResult {
    FigureResult(
      name: name, unit: unit, per: per, value: Summary([value]), undisturbed: undisturbed ?? value,
      isAsynchronous: false,
      budget: budget)
  }
}
