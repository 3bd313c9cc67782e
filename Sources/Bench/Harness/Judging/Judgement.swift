import Glibc

/// A number that differs from its threshold.
struct Finding: Equatable, Sendable {
  enum Metric: String, Sendable {
    case allocations
    case bytes
    case instructions
    case ratio
    case exponent
  }

  enum Kind: Equatable, Sendable {
    case regression
    case improvement
    /// The program has it, but the thresholds do not.
    case new
    /// The thresholds have it, but the program does not.
    case gone
  }

  /// A benchmark or a figure.
  var name: String
  var metric: Metric
  var kind: Kind
  var old: Double?
  var new: Double?
}

/// The results of a run, compared with the thresholds.
struct Judgement: Sendable {
  /// The findings, worst first.
  private(set) var findings: [Finding] = []
  /// The thresholds with all findings recorded, and otherwise unchanged.
  private(set) var proposal: Thresholds
  /// Numbers that could not be compared, as sentences.
  private(set) var remarks: [String] = []
  /// Rows without a number to compare.
  private(set) var refusals: [Refusal] = []

  /// - Parameters:
  ///   - names: All benchmarks and figures of the program, to find removed ones; nil to skip that.
  init(_ results: Results, by thresholds: Thresholds, of names: Set<String>?) {
    proposal = thresholds
    refusals = results.refusals
    for suite in results.suites {
      guard let events = suite.events, !events.isEven else { continue }
      // LTTng discards events on a busy machine. Other events that are missing are a mistake.
      if events.lost > 0 {
        remarks.append("\(suite.name): \(suite.note ?? "not counted")")
      } else {
        refusals.append(Refusal(name: suite.name, reason: suite.note ?? "not counted"))
      }
    }
    for benchmark in results.benchmarks {
      judgeMemory(benchmark, thresholds)
    }
    judgeInstructions(results, thresholds)
    for figure in results.figures {
      judge(figure, thresholds)
    }
    if let names { judgeAbsence(thresholds, names) }
    findings.sort { ($0.kind.rank, $0.name) < ($1.kind.rank, $1.name) }
  }

  /// The exit status: regressions take precedence over refused rows, and these over improvements.
  var status: ExitStatus {
    if findings.contains(where: { $0.kind == .regression }) { return .regression }
    if !refusals.isEmpty { return .incomplete }
    return findings.isEmpty ? .fine : .improvement
  }
}

// MARK: - Metrics

extension Judgement {
  private mutating func judgeMemory(_ benchmark: BenchmarkResult, _ thresholds: Thresholds) {
    guard let found = benchmark.allocations else {
      remarks.append("\(benchmark.name): allocations are unavailable, so they are not compared")
      return
    }
    let new = Thresholds.Memory(
      allocations: found.count, bytes: found.bytes,
      operations: benchmark.pass == CountingPass.usual ? nil : benchmark.pass)
    guard let old = thresholds.memory[benchmark.name] else {
      add(benchmark.name, .allocations, .new, nil, new.allocations)
      proposal.memory[benchmark.name] = new
      return
    }
    let isOff = [
      compare(
        benchmark.name, .allocations, old.allocations, new.allocations,
        tolerance: Tolerance.allocations(old.allocations, found, benchmark.kind)),
      compare(
        benchmark.name, .bytes, old.bytes, new.bytes,
        tolerance: Tolerance.bytes(old.bytes, found, benchmark.kind)),
    ]
    if isOff.contains(true) { proposal.memory[benchmark.name] = new }
  }

  private mutating func judgeInstructions(_ results: Results, _ thresholds: Thresholds) {
    var isComparable = false
    for benchmark in results.benchmarks {
      guard let found = benchmark.instructions else {
        let key = results.instructionsKey(.callgrind)
        if thresholds.instructions[key]?[benchmark.name] != nil {
          refusals.append(
            Refusal(name: benchmark.name, reason: "its instructions were not counted"))
        }
        continue
      }
      let key = results.instructionsKey(found.source)
      let new = (found.count * 10).rounded() / 10
      guard let old = thresholds.instructions[key]?[benchmark.name] else {
        add(benchmark.name, .instructions, .new, nil, new)
        proposal.instructions[key, default: [:]][benchmark.name] = new
        continue
      }
      isComparable = true
      let isOff = compare(
        benchmark.name, .instructions, old, new,
        tolerance: Tolerance.instructions(
          old, found, benchmark.kind,
          allocations: min(
            thresholds.memory[benchmark.name]?.allocations ?? 0, benchmark.allocations?.count ?? 0))
      )
      if isOff { proposal.instructions[key, default: [:]][benchmark.name] = new }
    }
    let isOfThisToolchain = thresholds.instructions.keys.contains {
      $0.hasSuffix(results.machine.toolchain)
    }
    if !isComparable, !isOfThisToolchain, !thresholds.instructions.isEmpty {
      remarks.append(
        """
        instructions are not compared: the thresholds have those of \
        \(thresholds.instructions.keys.sorted().joined(separator: " and of ")), and this is \
        \(results.machine.toolchain)
        """)
    }
  }

  private mutating func judge(_ figure: FigureResult, _ thresholds: Thresholds) {
    guard let metric = figure.metric else { return }
    guard let old = thresholds.figures[figure.name] else {
      let new = (figure.undisturbed * 1000).rounded() / 1000
      add(figure.name, metric, .new, nil, new)
      proposal.figures[figure.name] = Thresholds.Figure(
        value: new, tolerance: Tolerance.ofNew(metric, isAsynchronous: figure.isAsynchronous))
      return
    }
    let new = (figure.value(nearestTo: old.value) * 1000).rounded() / 1000
    if compare(figure.name, metric, old.value, new, tolerance: old.margin(metric)) {
      proposal.figures[figure.name]?.value = new
    }
  }

  private mutating func judgeAbsence(_ thresholds: Thresholds, _ names: Set<String>) {
    for (name, old) in thresholds.memory where !names.contains(name) {
      add(name, .allocations, .gone, old.allocations, nil)
      proposal.memory[name] = nil
    }
    for (name, old) in thresholds.figures where !names.contains(name) {
      add(name, .ratio, .gone, old.value, nil)
      proposal.figures[name] = nil
    }
    for (key, benchmarks) in thresholds.instructions {
      for (name, old) in benchmarks where !names.contains(name) {
        add(name, .instructions, .gone, old, nil)
        proposal.instructions[key]?[name] = nil
      }
    }
  }

  private mutating func compare(
    _ name: String, _ metric: Finding.Metric, _ old: Double, _ new: Double, tolerance: Double
  ) -> Bool {
    guard abs(new - old) > tolerance else { return false }
    add(name, metric, new > old ? .regression : .improvement, old, new)
    return true
  }

  private mutating func add(
    _ name: String, _ metric: Finding.Metric, _ kind: Finding.Kind, _ old: Double?, _ new: Double?
  ) {
    findings.append(Finding(name: name, metric: metric, kind: kind, old: old, new: new))
  }
}

// MARK: - Tolerances

/// The permitted deviation of a number from its threshold.
enum Tolerance {
  /// Zero for repeatable counts. Code that waits for a task allocates two blocks less if the task
  /// has already ended, which depends on the load of the machine.
  static func allocations(
    _ old: Double, _ found: Allocations, _ kind: BenchmarkResult.Kind
  ) -> Double {
    if kind == .asynchronous { return max(2.5, old * 0.05, found.range.count) }
    return found.isExact ? 0.001 : max(0.5, old * 0.05, found.range.count)
  }

  /// A block may be 16 bytes larger than requested, which only shows in retained objects.
  static func bytes(
    _ old: Double, _ found: Allocations, _ kind: BenchmarkResult.Kind
  ) -> Double {
    if kind == .asynchronous { return max(8, old * 0.1, found.range.bytes) }
    return found.isExact && !found.areKept ? 0.5 : max(8, old * 0.05, found.range.bytes)
  }

  /// With several threads, it is random how often they wait for each other. The cost of an
  /// allocation depends on the blocks that earlier benchmarks have freed, the cost of a look-up of
  /// a generic type on the addresses of all types, and the cost of a search in a hashed collection
  /// on its address.
  static func instructions(
    _ old: Double, _ found: Instructions, _ kind: BenchmarkResult.Kind, allocations: Double
  ) -> Double {
    max(1, old * (kind == .synchronous ? 0.02 : 0.1), 2 * found.range)
      + instructionsPerAllocation * allocations
      + instructionsPerTypeLookUp * (found.typeLookUps ?? 0)
      + instructionsPerHash * (found.hashes ?? 0)
  }

  /// The variation of one allocation and its release between runs: glibc takes 40 instructions if
  /// the thread's cache has a block of that size, and 100 to 200 otherwise. Additional allocations
  /// are found by their number.
  private static let instructionsPerAllocation = 40.0

  /// The variation of one look-up: 310 to 510 instructions were seen, as the entries of the
  /// runtime's table collide in one program and do not in another.
  private static let instructionsPerTypeLookUp = 100.0

  /// The variation of one search in a table whose hashes are seeded with its address, as in
  /// swift-collections: 559 to 627 instructions were seen for an action of one of 1,000 elements.
  private static let instructionsPerHash = 40.0

  /// The initial tolerance of a new figure. It can be changed in the file.
  static func ofNew(_ metric: Finding.Metric, isAsynchronous: Bool) -> Double {
    switch (metric, isAsynchronous) {
    case (.exponent, false): 0.1
    case (.exponent, true): 0.3
    case (_, false): 0.25
    // Threads that wait for each other may take half the time or twice as long.
    case (_, true): 1
    }
  }
}

extension Thresholds.Figure {
  /// The permitted deviation from this value.
  func margin(_ metric: Finding.Metric) -> Double {
    metric == .exponent ? tolerance : abs(value) * tolerance
  }
}

extension FigureResult {
  /// The metric it is judged as; nil for times, which depend on the machine.
  var metric: Finding.Metric? {
    switch unit {
    case .times: .ratio
    case .exponent: .exponent
    case .nanoseconds: nil
    }
  }

  /// Whether the figure deviates from its threshold by more than the tolerance.
  func isOff(_ thresholds: Thresholds) -> Bool {
    guard let metric, let threshold = thresholds.figures[name] else { return false }
    let nearest = value(nearestTo: threshold.value)
    return abs(nearest - threshold.value) > threshold.margin(metric)
  }

  /// The median of all rounds or the value of the fastest ones: only a change in both counts.
  func value(nearestTo threshold: Double) -> Double {
    abs(value.median - threshold) < abs(undisturbed - threshold) ? value.median : undisturbed
  }
}

extension Results {
  /// The key of instruction counts in the thresholds: the counting tool, and the toolchain.
  func instructionsKey(_ source: Instructions.Source) -> String {
    "\(source.rawValue), \(machine.toolchain)"
  }
}

extension Finding.Kind {
  fileprivate var rank: Int {
    switch self {
    case .regression: 0
    case .improvement: 1
    case .new: 2
    case .gone: 3
    }
  }
}
