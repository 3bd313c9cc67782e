extension Report {
  /// All intervals of a signposter with the same name.
  public struct Interval: Codable, Sendable, Equatable {
    /// The signposter's subsystem.
    public var subsystem: String
    /// The signposter's category.
    public var category: String
    /// The name of the intervals.
    public var name: String
    /// The number of begun intervals.
    public var count: UInt64
    /// The number of intervals that were ended, or whose closure returned.
    public var finished: UInt64
    /// The number of intervals whose closure was cancelled.
    public var cancelled: UInt64
    /// The number of intervals whose closure threw an error.
    public var failed: UInt64
    /// The number of intervals whose state was released before they were ended.
    public var abandoned: UInt64
    /// The number of intervals with an outcome that this version does not know.
    public var endedOtherwise: UInt64
    /// The number of intervals without an end.
    public var open: UInt64
    /// The time in nanoseconds without the actions, observers and intervals that ran within it, on
    /// its thread.
    public var exclusiveNs: Int64
    /// The part of ``exclusiveNs`` of the selected period; more than 1 is possible for intervals
    /// that overlap.
    public var share: Double
    /// The durations of the intervals with an end.
    public var duration: DurationStatistics?
  }

  /// All events of a signposter with the same name.
  public struct SignpostEvent: Codable, Sendable, Equatable {
    /// The signposter's subsystem.
    public var subsystem: String
    /// The signposter's category.
    public var category: String
    /// The name of the events.
    public var name: String
    /// The number of events.
    public var count: UInt64
  }

  /// All log records of loggers with the same label.
  public struct Log: Codable, Sendable, Equatable {
    /// The label of the loggers.
    public var label: String
    /// The number of log records.
    public var count: UInt64
    /// The numbers of log records by level.
    public var levels: LogLevels
  }

  /// Numbers of log records by level.
  public struct LogLevels: Codable, Sendable, Equatable {
    /// Records for following single steps.
    public var trace: UInt64 = 0
    /// Records for debugging.
    public var debug: UInt64 = 0
    /// Informational records.
    public var info: UInt64 = 0
    /// Normal conditions that deserve attention.
    public var notice: UInt64 = 0
    /// Unexpected conditions that are not errors.
    public var warning: UInt64 = 0
    /// Errors.
    public var error: UInt64 = 0
    /// Conditions that need attention at once.
    public var critical: UInt64 = 0
    /// Records with a level that this version does not know.
    public var unknown: UInt64 = 0
  }
}
