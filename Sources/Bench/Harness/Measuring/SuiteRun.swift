import BenchSuites

/// Measures the benchmarks of a suite in interleaved rounds.
///
/// A temporary disturbance of the machine then affects all of them, and comparisons stay fair.
@MainActor
final class SuiteRun {
  private struct Candidate {
    var benchmark: Benchmark
    var operation: Operation
    var setUp: Double
    var batch: Int
    var pass: Int
    /// The approximate duration of a batch.
    var batchTime: Double
    var allocations: Allocations?
    var instructions: Instructions?
    var rounds: [Double] = []
  }

  private let suite: Suite
  private let effort: Effort
  private let progress: Progress
  private let foreign: ForeignSessions
  private var candidates: [Candidate] = []
  private var refusals: [Refusal] = []

  /// Sets up all benchmarks, determines the batches, and counts allocations.
  init(
    _ suite: Suite, effort: Effort, counts: Bool = true, thresholds: Thresholds? = nil,
    hardware: HardwareCounter?, progress: Progress,
    foreign: ForeignSessions = ForeignSessions(intended: 0)
  ) async throws(Failure) {
    self.suite = suite
    self.effort = effort
    self.progress = progress
    self.foreign = foreign
    let calibration = Calibration(batchTime: effort.batchTime)
    for benchmark in suite.benchmarks {
      progress.show("\(benchmark.name): calibrating")
      if refuse(benchmark) { continue }
      let start = Clock.now()
      let operation = benchmark.setUp()
      let setUp = Double(Clock.now() - start)
      let batch = await calibration.batch(of: operation)
      let probe = await Plausibility.probe(operation, batch: batch)
      if let problem = Plausibility.problem(probe) {
        if refuse(benchmark) { continue }
        throw Failure(.implausible, "\(benchmark.name): \(problem)")
      }
      let each = probe.longerTime / Double(probe.count * Plausibility.growth)
      let pass = CountingPass.count(
        of: operation.kind, nanosecondsEach: each, threshold: thresholds?.memory[benchmark.name])
      let candidate = Candidate(
        benchmark: benchmark, operation: operation, setUp: setUp, batch: batch, pass: pass,
        batchTime: each * Double(batch),
        allocations: counts ? await AllocationCounter.count(operation, pass: pass) : nil,
        instructions: counts && operation.kind.hasInstructions
          ? await hardware?.count(operation, pass: pass) : nil)
      if !refuse(benchmark) { candidates.append(candidate) }
    }
  }

  /// Refuses a benchmark if a foreign session records this process now.
  private func refuse(_ benchmark: Benchmark) -> Bool {
    guard foreign.areRecording else { return false }
    // Each of a suite's rows may meet another session, but to ask for it takes a process.
    let reason = refusals.first?.reason ?? "traced by " + ForeignSessions.owners()
    refusals.append(Refusal(name: benchmark.name, reason: reason))
    return true
  }

  /// Measures a number of further rounds.
  func measure(rounds: Int) async {
    for round in 0..<rounds {
      progress.show("\(suite.name): round \(round + 1) of \(rounds)")
      for index in order(round: round) where !isRefused(candidates[index].benchmark) {
        // Pending work of the main actor is done before the clock starts.
        await Task.yield()
        let batch = candidates[index].batch
        if refuse(candidates[index].benchmark) { continue }
        let time = await candidates[index].operation.time(count: batch)
        if refuse(candidates[index].benchmark) { continue }
        candidates[index].rounds.append(Double(time) / Double(batch))
      }
    }
    candidates.removeAll { isRefused($0.benchmark) }
  }

  private func isRefused(_ benchmark: Benchmark) -> Bool {
    refusals.contains { $0.name == benchmark.name }
  }

  /// Measures everything and returns the result.
  func measure() async -> SuiteResult {
    for candidate in candidates { _ = await candidate.operation.time(count: candidate.batch) }
    await measure(rounds: rounds)
    return result
  }

  /// Slow operations exceed the duration of a batch, but must not make a run take forever.
  private var rounds: Int {
    let roundTime = candidates.reduce(0) { $0 + $1.batchTime }
    let affordable = 4 * effort.time * 1e9 * Double(candidates.count) / max(roundTime, 1)
    return min(effort.rounds, max(Int(affordable), 11))
  }

  /// The result so far.
  var result: SuiteResult {
    let rounds = Dictionary(
      candidates.map { ($0.benchmark.name, $0.rounds) }, uniquingKeysWith: { $1 })
    let asynchronous = Set(
      candidates.filter { $0.operation.kind != .synchronous }.map(\.benchmark.name))
    return SuiteResult(
      name: suite.name,
      benchmarks: candidates.map {
        BenchmarkResult(
          name: $0.benchmark.name, kind: $0.operation.kind, batch: $0.batch, setUp: $0.setUp,
          pass: $0.pass,
          rounds: $0.rounds,
          time: Summary(times: $0.rounds), allocations: $0.allocations,
          instructions: $0.instructions)
      },
      figures: suite.figures.compactMap {
        FigureResult($0, of: suite, rounds: rounds, asynchronous: asynchronous)
      }, refusals: refusals.isEmpty ? nil : refusals)
  }

  /// A different order in each round, so that none always follows the same other one.
  private func order(round: Int) -> [Int] {
    var generator = SplitMix(seed: UInt64(round))
    return candidates.indices.shuffled(using: &generator)
  }
}

/// A pseudorandom generator with the same numbers in every run.
private struct SplitMix: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var result = state
    result = (result ^ (result >> 30)) &* 0xBF58_476D_1CE4_E5B9
    result = (result ^ (result >> 27)) &* 0x94D0_49BB_1331_11EB
    return result ^ (result >> 31)
  }
}
