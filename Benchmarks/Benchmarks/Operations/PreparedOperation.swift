import BenchSuites

/// An operation of Bench, set up the first time it is performed.
///
/// In a file of its own, because both BenchSuites and ordo-one/benchmark have a type `Benchmark`.
@MainActor
final class PreparedOperation {
  nonisolated let name: String
  private let benchmark: Benchmark
  private lazy var operation = benchmark.setUp()

  /// All operations that need no session around them.
  nonisolated static var all: [PreparedOperation] {
    Suite.all.filter { !$0.needsSession }.flatMap(\.benchmarks).map { PreparedOperation($0) }
  }

  private nonisolated init(_ benchmark: Benchmark) {
    name = benchmark.name
    self.benchmark = benchmark
  }

  /// Whether it takes so little time that a million of them are performed in a moment.
  func isQuick() async -> Bool {
    // The first ones pay for work that is done once.
    await perform(count: 10)
    let time = await ContinuousClock().measure { await perform(count: 1000) }
    return time < .microseconds(500)
  }

  func perform(count: Int) async {
    switch operation {
    case .synchronous(let body): body(count)
    case .asynchronous(let body): await body(count)
    case .retained(let body): withExtendedLifetime(body(count)) {}
    }
  }
}
