import BenchSuites
import CMachine

/// The child process of ``CallgrindRun``: performs the operations of a plan under callgrind.
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
      // Separate operations that exist at the same time, so that they do not share addresses: the
      // layout of a hashed collection, and the cost of its look-ups, depend on its address.
      let operations = (0..<entry.attempts).map { _ in benchmark.setUp() }
      for operation in operations { _ = await operation.time(count: 2 * entry.pass) }
      callgrind_start()
      for (attempt, operation) in operations.enumerated() {
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
