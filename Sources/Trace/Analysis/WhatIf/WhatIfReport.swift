/// The times that users would wait after a change of the program, by the causes in a recording.
///
/// As JSON (``json()``) it is one object. The keys are the names of the properties here in
/// `snake_case`; they are only ever added to, and any other change raises `format_version`. All
/// durations are whole nanoseconds. A value that the trace does not contain is omitted.
/// `Documentation/whatif.schema.json` is its schema.
public struct WhatIfReport: Codable, Sendable, Equatable {
  /// The version of this structure, 1.
  public var formatVersion = 1

  /// The directory that was read; several are separated by commas.
  public var directory: String

  /// Whether the report covers all events: `false` if events were lost, if a part of the trace
  /// could not be read, or if it has more spans than can be kept. Waits are lower bounds then.
  public var isComplete: Bool

  /// Statements about how the trace was recorded, and about the limits of the prediction.
  public var remarks: [String]

  /// Whether a filter has excluded paths.
  public var isFiltered: Bool

  /// `true` if the filter selects nothing: the trace has no such name, process or time. Omitted
  /// otherwise.
  public var selectsNothing: Bool?

  /// The time of the first event, in nanoseconds since the Unix epoch.
  public var startNs: String?

  /// The time from the first event to the last.
  public var durationNs: Int64

  /// The numbers of events.
  public var events: Report.EventCounts

  /// Lost events.
  public var losses: Report.Losses

  /// The unreadable parts of the trace.
  public var damage: [TraceDamage]

  /// The parts of the recording that repeat each other, or have a gap between them.
  public var parts: [PartRelation]

  /// The changes, in the order in which they were given.
  public var changes: [Change]

  /// All paths of actions from outside, which users wait for; `nil` without any.
  public var total: Row?

  /// A row for each prefix, name and origin of an action that a path starts with; those that gain
  /// the most time first.
  public var actions: [Row]

  /// A change.
  public struct Change: Codable, Sendable, Equatable {
    /// The text of the change.
    public var text: String
    /// The kind of spans that it applies to.
    public var kind: Span.Kind
    /// The number of actions, effects or reactions of observers that it applies to.
    public var count: UInt64
  }

  /// The paths that start with actions of the same prefix, name and origin.
  public struct Row: Codable, Sendable, Equatable {
    /// The wrapper's prefix.
    public var prefix: String
    /// The action's name.
    public var name: String
    /// The origin of the actions.
    public var origin: CriticalPath.Origin
    /// The number of paths in the recording.
    public var count: UInt64
    /// The number of paths after the change.
    public var countAfter: UInt64
    /// The number of paths that may have taken longer than is known.
    public var lowerBounds: UInt64
    /// The recorded waits.
    public var before: Waits
    /// The waits of the simulation without the change.
    public var replayed: Waits
    /// The largest difference between these, as a part of the recorded percentile.
    public var replayDeviation: Double
    /// The waits after the change; `nil` if it removes all paths.
    public var after: Waits?
    /// The lower bounds of these.
    public var afterLow: Waits?
    /// The upper bounds.
    public var afterHigh: Waits?
  }

  /// Percentiles of the times from the sends of actions to their last consequences.
  public struct Waits: Codable, Sendable, Equatable {
    /// The median.
    public var p50Ns: Int64
    /// The 95th percentile.
    public var p95Ns: Int64
    /// The 99th percentile.
    public var p99Ns: Int64
    /// The longest.
    public var maxNs: Int64
    /// The sum.
    public var totalNs: Int64
  }

  /// The deviation of the simulation without a change from which on the bounds say little.
  public static let acceptedDeviation = 0.1
}

extension WhatIfReport {
  /// The report as one JSON object, with the keys that ``WhatIfReport`` documents.
  public func json() throws -> String {
    try jsonText(self)
  }
}
