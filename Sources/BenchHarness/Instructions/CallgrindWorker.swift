import BenchSuites
import CInstructions

/// The other side of ``CallgrindRun``: performs the operations of a plan under callgrind.
@MainActor
enum CallgrindWorker {
  static func perform(_ plan: CallgrindPlan, of suites: [Suite]) async throws(Failure) {
    guard callgrind_is_running() else {
      throw Failure(.usage, "this option is for Bench itself, which adds it to run under callgrind")
    }
    let benchmarks = Dictionary(
      suites.flatMap(\.benchmarks).map { ($0.name, $0) }, uniquingKeysWith: { $1 })
    for (index, entry) in plan.entries.enumerated() {
      guard let benchmark = benchmarks[entry.benchmark] else {
        throw Failure(.usage, "there is no benchmark “\(entry.benchmark)”")
      }
      let operation = benchmark.setUp()
      _ = await operation.time(count: 2 * entry.pass)
      callgrind_start()
      _ = await operation.time(count: entry.pass)
      for attempt in 0..<CallgrindPlan.attempts {
        for times in 1...2 {
          await Task.yield()
          await operation.profile(
            count: times * entry.pass,
            as: CallgrindPlan.Profile(entry: index, attempt: attempt, times: times))
        }
      }
      callgrind_stop()
    }
  }
}

extension Operation {
  @MainActor
  fileprivate func profile(count: Int, as profile: CallgrindPlan.Profile) async {
    let description = profile.description
    callgrind_zero()
    switch self {
    case .synchronous(let body): body(count)
    case .asynchronous(let body): await body(count)
    case .retained(let body): withExtendedLifetime(body(count)) {}
    }
    callgrind_dump(description)
  }
}
