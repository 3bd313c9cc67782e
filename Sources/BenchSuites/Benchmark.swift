/// One operation to measure, under a name such as `send/root/no effect`; the first part is the
/// suite.
public struct Benchmark: Sendable {
  /// What it is called in tables, filters and threshold files.
  public let name: String
  /// Prepares what the operation needs, outside of what is measured.
  public let setUp: @MainActor @Sendable () -> Operation

  /// Describes an operation.
  public init(_ name: String, setUp: @escaping @MainActor @Sendable () -> Operation) {
    self.name = name
    self.setUp = setUp
  }
}

/// What is measured: code that performs an operation a number of times.
///
/// The loop belongs to the operation, so that it is compiled with it and no call of a closure is
/// added to each pass.
public enum Operation {
  /// Performs the operation `count` times.
  case synchronous(@MainActor (_ count: Int) -> Void)
  /// Performs the operation `count` times, waiting for each.
  case asynchronous(@MainActor (_ count: Int) async -> Void)
  /// Makes `count` objects and returns what keeps them alive: what is measured is their memory.
  case retained(@MainActor (_ count: Int) -> [Any])
}

/// Benchmarks that are measured together, in interleaved rounds, and what follows from them.
public struct Suite: Sendable {
  /// The first part of the names of its benchmarks.
  public let name: String
  /// What is measured.
  public let benchmarks: [Benchmark]
  /// What is computed from several benchmarks of this suite, round by round.
  public let figures: [Figure]
  /// What is recorded of the process in which it is measured; nothing if `nil`.
  public let session: Session?

  /// What an LTTng session records, by the log level of the events.
  public enum Session: Sendable {
    /// What programs record in production: `INFO` and more important.
    case info
    /// Everything that needs no values.
    case debug
  }

  /// Whether it is measured in a process that an LTTng session records.
  public var needsSession: Bool { session != nil }

  /// Puts benchmarks together.
  public init(
    _ name: String, benchmarks: [Benchmark], figures: [Figure] = [], session: Session? = nil
  ) {
    self.name = name
    self.benchmarks = benchmarks
    self.figures = figures
    self.session = session
  }
}

/// A number computed from the times of several benchmarks of one run.
public struct Figure: Sendable {
  /// How it is computed.
  public enum Kind: Sendable {
    /// The time of one benchmark as a multiple of another's.
    case ratio(String, to: String)
    /// The time of one benchmark less another's, in nanoseconds.
    case difference(String, from: String)
    /// The slope of a line fitted to times over a quantity: nanoseconds per unit of it.
    case slope([Point], per: String)
    /// The exponent of a power law fitted to times over a quantity: 0 is flat, 1 is linear.
    case exponent([Point], of: String)
  }

  /// The time of a benchmark at a value of the quantity that is varied.
  public struct Point: Sendable {
    /// The quantity.
    public let x: Double
    /// The name of the benchmark.
    public let benchmark: String

    /// Creates a point.
    public init(_ x: Double, _ benchmark: String) {
      self.x = x
      self.benchmark = benchmark
    }
  }

  /// What it is called.
  public let name: String
  /// How it is computed.
  public let kind: Kind
  /// What it should not exceed, in its own unit, where the project has promised something.
  public let budget: Double?

  /// Describes a figure.
  public init(_ name: String, _ kind: Kind, budget: Double? = nil) {
    self.name = name
    self.kind = kind
    self.budget = budget
  }
}
