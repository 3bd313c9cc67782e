/// The results of a run, in the format of `--json`.
struct Results: Codable, Sendable {
  /// Raised when a key changes its meaning or is removed.
  static let currentSchema = 1

  var schema = Self.currentSchema
  var machine: Machine
  var suites: [SuiteResult]

  var benchmarks: [BenchmarkResult] { suites.flatMap(\.benchmarks) }
  var figures: [FigureResult] { suites.flatMap(\.figures) }
  var refusals: [Refusal] { suites.flatMap { $0.refusals ?? [] } }
}

/// The results of a suite's benchmarks.
struct SuiteResult: Codable, Sendable {
  var name: String
  var benchmarks: [BenchmarkResult]
  var figures: [FigureResult]
  /// For a suite that needs a session: whether everything was recorded.
  var events: EventBalance?
  /// A remark for readers of the numbers, or the reason why there are none.
  var note: String?
  /// The benchmarks and figures without a number; nil if there are none.
  var refusals: [Refusal]?
}

/// A benchmark that was not measured, or a figure that was not measured again.
struct Refusal: Codable, Equatable, Sendable {
  var name: String
  /// For example “traced by session other of uid 0”.
  var reason: String

  /// One line for readers of the numbers.
  var sentence: String { "\(name): not measured: \(reason)" }
}

/// The result of one operation.
struct BenchmarkResult: Codable, Sendable {
  enum Kind: String, Codable, Sendable {
    case synchronous
    /// Other threads take part.
    case asynchronous
    /// The created objects are retained, and other threads may use them.
    case retained
  }

  var name: String
  var kind: Kind
  /// The number of operations in a batch.
  var batch: Int
  /// The nanoseconds of setting up the operation.
  var setUp: Double
  /// The number of operations in a counting pass.
  var pass: Int
  /// Nanoseconds per operation, in the order of the rounds.
  var rounds: [Double]
  /// Nanoseconds per operation.
  var time: Summary
  /// nil if the allocator's calls cannot be counted.
  var allocations: Allocations?
  /// nil if instructions are not counted.
  var instructions: Instructions?
}

/// A result computed from several benchmarks.
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
  /// The unit of a slope's quantity; empty for other figures.
  var per: String
  var value: Summary
  /// The same, computed from the fastest round of each benchmark: disturbances only make rounds
  /// slower.
  var undisturbed: Double
  /// Whether other threads take part, on whose timing it depends.
  var isAsynchronous: Bool
  var budget: Double?

  /// Whether the budget is kept; nil without one.
  var isWithinBudget: Bool? { budget.map { value.median <= $0 } }
}
