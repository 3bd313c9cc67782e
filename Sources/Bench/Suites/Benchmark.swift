/// An operation to measure, under a name such as `send/root/no effect`; the first part is the
/// suite.
public struct Benchmark: Sendable {
  /// The name in tables, filters and threshold files.
  public let name: String
  /// Sets up the operation, outside of the measurement.
  public let setUp: @MainActor @Sendable () -> Operation

  /// Describes an operation.
  public init(_ name: String, setUp: @escaping @MainActor @Sendable () -> Operation) {
    self.name = name
    self.setUp = setUp
  }
}

/// The measured code, which performs an operation a number of times.
///
/// The loop belongs to the operation, so that it is compiled with it and no call of a closure is
/// added to each pass.
public enum Operation {
  /// Performs the operation `count` times.
  case synchronous(@MainActor (_ count: Int) -> Void)
  /// Performs the operation `count` times, waiting for each.
  case asynchronous(@MainActor (_ count: Int) async -> Void)
  /// Creates `count` objects and returns them: their memory is measured.
  case retained(@MainActor (_ count: Int) -> [Any])
}

/// Benchmarks that are measured together, in interleaved rounds, and figures computed from them.
public struct Suite: Sendable {
  /// The first part of the names of its benchmarks.
  public let name: String
  /// The benchmarks.
  public let benchmarks: [Benchmark]
  /// The figures, computed from several benchmarks of this suite, round by round.
  public let figures: [Figure]
  /// The recording of the process in which it is measured; none if `nil`.
  public let session: Session?

  /// The events that an LTTng session records, by their log level.
  public enum Session: Sendable {
    /// The events of production recordings: `INFO` and more severe.
    case info
    /// All events that need no values.
    case debug
    /// No chain of actions: a part of all that is too small for any, of the events of `info`.
    case sampledOut
    /// No action, by a prefix that no wrapper has, of the events of `info`.
    case deselected
  }

  /// Whether the benchmark is measured in a process that an LTTng session records.
  public var needsSession: Bool { session != nil }

  /// Creates a suite.
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
  /// The way in which the figure is computed.
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

  /// The time of a benchmark at a value of the varied quantity.
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

  /// The name.
  public let name: String
  /// How the figure is computed from benchmarks.
  public let kind: Kind
  /// The maximum in the figure's own unit, if the project has committed to one.
  public let budget: Double?

  /// Describes a figure.
  public init(_ name: String, _ kind: Kind, budget: Double? = nil) {
    self.name = name
    self.kind = kind
    self.budget = budget
  }
}
