extension Report {
  /// All intervals of a signposter with the same name.
  public struct Interval: Codable, Sendable, Equatable {
    /// The signposter's subsystem.
    public var subsystem: String
    /// The signposter's category.
    public var category: String
    /// The name of the intervals.
    public var name: String
    /// How many were begun.
    public var count: UInt64
    /// How many were ended, or had code that returned.
    public var finished: UInt64
    /// How many had code that was cancelled.
    public var cancelled: UInt64
    /// How many had code that threw an error.
    public var failed: UInt64
    /// How many could not be ended any more, because the program dropped their state.
    public var abandoned: UInt64
    /// How many ended in a way that this version does not know.
    public var endedOtherwise: UInt64
    /// How many have no end.
    public var open: UInt64
    /// How long they took, of those that have an end.
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
    /// How many there were.
    public var count: UInt64
  }

  /// All log records of loggers with the same label.
  public struct Log: Codable, Sendable, Equatable {
    /// The label of the loggers.
    public var label: String
    /// How many there were.
    public var count: UInt64
    /// How many there were of each level.
    public var levels: LogLevels
  }

  /// How many log records there were of each level.
  public struct LogLevels: Codable, Sendable, Equatable {
    /// Of use for following single steps.
    public var trace: UInt64 = 0
    /// Of use for finding mistakes.
    public var debug: UInt64 = 0
    /// Says what goes on.
    public var info: UInt64 = 0
    /// Ordinary, and worth attention.
    public var notice: UInt64 = 0
    /// No error, and not as it should be.
    public var warning: UInt64 = 0
    /// Something failed.
    public var error: UInt64 = 0
    /// Needs attention at once.
    public var critical: UInt64 = 0
    /// Of a level that this version does not know.
    public var unknown: UInt64 = 0
  }
}
