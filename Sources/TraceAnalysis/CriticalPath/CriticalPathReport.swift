/// What users waited for: the critical paths of a recording, by the action that they start with.
///
/// As JSON (``json()``) it is one object. The keys are the names of the properties here in
/// `snake_case`; they are only ever added to, and any other change raises `format_version`. All
/// durations and times are whole nanoseconds. A value that the trace does not tell is left out. Ids
/// and times since the Unix epoch are strings. `Documentation/path.schema.json` is its schema.
public struct CriticalPathReport: Codable, Sendable, Equatable {
  /// The version of this structure, 1.
  public var formatVersion = 1

  /// The directory that was read.
  public var directory: String

  /// Whether everything that happened is in the report: `false` when events were lost, when a part
  /// of the trace could not be read, or when more was open than can be kept. Durations are lower
  /// bounds then.
  public var isComplete: Bool

  /// Whether a filter has left paths out.
  public var isFiltered: Bool

  /// When the first event happened, in nanoseconds since the Unix epoch.
  public var startNs: String?

  /// From the first event to the last.
  public var durationNs: Int64

  /// How many events there were.
  public var events: Report.EventCounts

  /// What the tracer could not record.
  public var losses: Report.Losses

  /// What could not be read.
  public var damage: [TraceDamage]

  /// One for each prefix, name and origin of an action that a path starts with, by total time.
  public var actions: [Action]

  /// The paths that took longest, the slowest first.
  public var slowest: [Instance]

  /// All paths that start with actions of the same prefix, name and origin.
  public struct Action: Codable, Sendable, Equatable {
    /// The wrapper's prefix.
    public var prefix: String
    /// The action's name.
    public var name: String
    /// Where the actions came from.
    public var origin: CriticalPath.Origin
    /// How many there are.
    public var count: UInt64
    /// How many of them may have taken longer: events were lost meanwhile, something still ran at
    /// the end, or there was more than can be followed.
    public var lowerBounds: UInt64
    /// How many of them started an effect that was cancelled before it had sent anything.
    public var cancelled: UInt64
    /// From the moment the action was sent to its last consequence.
    public var duration: DurationStatistics
    /// How these durations are distributed.
    public var distribution: [DurationBucket]
    /// How the time of the median was spent.
    public var p50: Shares
    /// How the time of the 99th percentile was spent.
    public var p99: Shares
  }

  /// Parts of a duration, from 0 to 1.
  public struct Shares: Codable, Sendable, Equatable {
    /// How many paths it is the mean of: those whose duration is that of the percentile, of many
    /// also those whose duration differs by less than 3 %.
    public var count: UInt64
    /// In reducers.
    public var reducers: Double
    /// Waiting in a store's queue.
    public var queue: Double
    /// Waiting for an effect or an observer to begin.
    public var waiting: Double
    /// In effects.
    public var effects: Double
    /// In observers.
    public var observers: Double
    /// While events were lost.
    public var unknown: Double
  }

  /// A single path.
  public struct Instance: Codable, Sendable, Equatable {
    /// The wrapper's prefix.
    public var prefix: String
    /// The name of the action that it starts with.
    public var name: String
    /// Where that action came from.
    public var origin: CriticalPath.Origin
    /// The action's id, unique within its process.
    public var id: String
    /// The process.
    public var vpid: Int64?
    /// The name of the machine.
    public var host: String?
    /// The thread that processed the action.
    public var thread: Int64?
    /// When it was sent, counted from the first event of the trace.
    public var sinceNs: Int64
    /// From then to the last consequence.
    public var durationNs: Int64
    /// How that time was spent.
    public var times: SegmentTimes
    /// Why it may have taken longer: `running`, `lost` or `cut_off`.
    public var lowerBound: [String]
    /// How many actions it led to, itself among them.
    public var actions: Int
    /// How many effects it led to.
    public var effects: Int
    /// How the time was spent, in its order and without gaps.
    public var steps: [Step]
    /// Effects beside the path, those with the least slack first.
    public var parallel: [Parallel]
    /// How many more of them there are than are listed.
    public var parallelLeftOut: Int
  }

  /// A part of a path.
  public struct Step: Codable, Sendable, Equatable {
    /// What it was spent on.
    public var segment: PathSegment
    /// What it was spent with: where waiting, what was waited for.
    public var kind: Span.Kind
    /// The id, unique within its process; of an observer, its number among all reactions.
    public var id: String
    /// The wrapper's prefix.
    public var prefix: String
    /// The name of the action, or of the one that started the effect; of an observer, its file.
    public var name: String
    /// The line of an observer.
    public var line: UInt64?
    /// When it began, counted from the start of the path.
    public var sinceNs: Int64
    /// How long it took.
    public var durationNs: Int64
  }

  /// An effect beside a path.
  public struct Parallel: Codable, Sendable, Equatable {
    /// The id, unique within its process.
    public var id: String
    /// The wrapper's prefix.
    public var prefix: String
    /// The name of the action that started it.
    public var name: String
    /// When it began, counted from the start of the path.
    public var sinceNs: Int64
    /// How long it took.
    public var durationNs: Int64?
    /// How it ended.
    public var outcome: Span.Outcome?
    /// By how much longer it could have taken without changing the path; left out of an effect that
    /// is not waited for.
    public var slackNs: Int64?
  }
}
