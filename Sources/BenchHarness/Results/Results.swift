/// Everything that a run found out, as `--json` writes it.
struct Results: Codable, Sendable {
  /// Raised when a key changes its meaning or goes away.
  static let currentSchema = 1

  var schema = Self.currentSchema
  var machine: Machine
  var suites: [SuiteResult]

  var benchmarks: [BenchmarkResult] { suites.flatMap(\.benchmarks) }
  var figures: [FigureResult] { suites.flatMap(\.figures) }
}

/// What was found out about the benchmarks of a suite.
struct SuiteResult: Codable, Sendable {
  var name: String
  var benchmarks: [BenchmarkResult]
  var figures: [FigureResult]
  /// Of a suite that needs a session: whether everything was recorded.
  var events: EventBalance?
  /// What whoever reads the numbers has to know; why there are none, where there are none.
  var note: String?
}

/// What was found out about one operation.
struct BenchmarkResult: Codable, Sendable {
  enum Kind: String, Codable, Sendable {
    case synchronous
    /// Other threads take part.
    case asynchronous
    /// The objects that are made are kept, and other threads may do something with them.
    case retained
  }

  var name: String
  var kind: Kind
  /// How many operations make a batch.
  var batch: Int
  /// Nanoseconds that it took to prepare what the operation needs.
  var setUp: Double
  /// How many operations were performed when something was counted rather than timed.
  var pass: Int
  /// Nanoseconds per operation, in the order of the rounds.
  var rounds: [Double]
  /// Nanoseconds per operation.
  var time: Summary
  /// nil where the allocator's calls cannot be counted.
  var allocations: Allocations?
  /// nil where instructions are not counted.
  var instructions: Instructions?
}

/// What was computed from several benchmarks.
struct FigureResult: Codable, Sendable {
  enum Unit: String, Codable, Sendable {
    /// A multiple.
    case times
    case nanoseconds
    /// The exponent of a power law.
    case exponent
  }

  var name: String
  var unit: Unit
  /// What a slope is per; empty for anything else.
  var per: String
  var value: Summary
  /// The same, computed from the fastest round of each benchmark: what disturbs only makes slower.
  var undisturbed: Double
  /// Whether other threads take part, so that it depends on what they do meanwhile.
  var isAsynchronous: Bool
  var budget: Double?

  /// Whether a promise is kept; nil where there is none.
  var isWithinBudget: Bool? { budget.map { value.median <= $0 } }
}
