/// What a ``Report`` is to tell.
public struct ReportOptions: Sendable, Equatable {
  /// What of the trace it is about.
  public var filter = TraceFilter()

  /// What rows of actions and effects are set apart by, besides their names; `nil` for nothing.
  public var grouping: Grouping?

  /// What rows of actions and effects come in the order of.
  public var order = Order.total

  /// How many of the slowest actions and effects are listed one by one.
  public var slowest = 5

  /// A report of everything.
  public init() {}

  /// What rows can be set apart by.
  public enum Grouping: String, Sendable, CaseIterable, Codable {
    /// The machine that it ran on.
    case host
    /// Each process for itself.
    case process
    /// The thread that an action was processed on, or an effect began on.
    case thread
    /// The root store whose reducer ran.
    case store
    /// The feature of that store.
    case feature
  }

  /// What rows can come in the order of: the largest first, names by the alphabet.
  public enum Order: String, Sendable, CaseIterable, Codable {
    /// All the time together.
    case total
    /// All the time without that of nested wrappers; of effects, all the time.
    case `self`
    /// How often.
    case count
    /// The mean time.
    case mean
    /// The 99th percentile.
    case p99
    /// The longest time.
    case max
    /// Prefix and name.
    case name
  }
}
