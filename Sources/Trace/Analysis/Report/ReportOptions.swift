/// The contents of a ``Report``.
public struct ReportOptions: Sendable, Equatable {
  /// The selected part of the trace.
  public var filter = TraceFilter()

  /// The grouping of rows of actions and effects besides their names; `nil` without groups.
  public var grouping: Grouping?

  /// The order of the rows of actions and effects.
  public var order = Order.total

  /// Whether the levels of an action, one for each nested wrapper, are rows of their own. They are
  /// with a filter of names or prefixes, too, which can select single levels.
  public var unfoldsLevels = false

  /// The number of slowest actions and effects that are listed individually.
  public var slowest = 5

  /// Creates the options of a complete report.
  public init() {}

  /// The possible groupings of rows.
  public enum Grouping: String, Sendable, CaseIterable, Codable {
    /// The machine that it ran on.
    case host
    /// Each process separately.
    case process
    /// The thread that an action was processed on, or an effect began on.
    case thread
    /// The root store whose reducer ran.
    case store
    /// The feature of that store.
    case feature
  }

  /// The possible orders of rows: figures in descending, names in alphabetical order.
  public enum Order: String, Sendable, CaseIterable, Codable {
    /// The total time.
    case total
    /// The total time without nested wrappers; for effects, the total time.
    case `self`
    /// The count.
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
