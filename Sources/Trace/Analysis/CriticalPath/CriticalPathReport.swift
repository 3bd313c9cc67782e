/// The times that users waited: the critical paths of a recording, grouped by the action that they
/// start with.
///
/// As JSON (``json()``) it is one object. The keys are the names of the properties here in
/// `snake_case`; they are only ever added to, and any other change raises `format_version`. All
/// durations and times are whole nanoseconds. A value that the trace does not contain is omitted.
/// Ids and times since the Unix epoch are strings. `Documentation/path.schema.json` is its schema.
public struct CriticalPathReport: Codable, Sendable, Equatable {
  /// The version of this structure, 1.
  public var formatVersion = 1

  /// The directory that was read; several are separated by commas.
  public var directory: String

  /// Whether the report covers all events: `false` if events were lost, if a part of the trace
  /// could not be read, or if more spans were open than can be kept. Durations are lower bounds
  /// then.
  public var isComplete: Bool

  /// Statements about how the trace was recorded: parts that repeat each other or have gaps between
  /// them, the cause of a snapshot, removed chunks, the end of an incomplete recording.
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

  /// A row for each prefix, name and origin of an action that a path starts with, by total time.
  public var actions: [Action]

  /// The slowest paths, in descending order.
  public var slowest: [Instance]

  /// All paths that start with actions of the same prefix, name and origin.
  public struct Action: Codable, Sendable, Equatable {
    /// The wrapper's prefix.
    public var prefix: String
    /// The action's name.
    public var name: String
    /// The origin of the actions.
    public var origin: CriticalPath.Origin
    /// The number of paths.
    public var count: UInt64
    /// The number of paths that may have taken longer: events were lost, spans still ran at the
    /// end, or there were more spans than can be followed.
    public var lowerBounds: UInt64
    /// The number of paths with an effect that was cancelled before it had sent anything.
    public var cancelled: UInt64
    /// The time from the send of the action to its last consequence.
    public var duration: DurationStatistics
    /// The distribution of these durations.
    public var distribution: [DurationBucket]
    /// The segments of paths around the median.
    public var p50: Shares
    /// The segments of paths around the 99th percentile.
    public var p99: Shares
  }

  /// Parts of a duration, from 0 to 1.
  public struct Shares: Codable, Sendable, Equatable {
    /// The number of paths in the mean: those with the duration of the percentile, and of many
    /// paths also those within 3 % of it.
    public var count: UInt64
    /// The share of reducers.
    public var reducers: Double
    /// The share of waiting in a store's queue.
    public var queue: Double
    /// The share of waiting for an effect or an observer to begin.
    public var waiting: Double
    /// The share of effects.
    public var effects: Double
    /// The share of observers.
    public var observers: Double
    /// The share of the time while events were lost.
    public var unknown: Double
  }

  /// A single path.
  public struct Instance: Codable, Sendable, Equatable {
    /// The wrapper's prefix.
    public var prefix: String
    /// The name of the action that it starts with.
    public var name: String
    /// The origin of that action.
    public var origin: CriticalPath.Origin
    /// The action's id, unique within its process.
    public var id: String
    /// The process.
    public var vpid: Int64?
    /// The name of the machine.
    public var host: String?
    /// The thread that processed the action.
    public var thread: Int64?
    /// The time at which the action was sent, counted from the first event of the trace.
    public var sinceNs: Int64
    /// The time from then to the last consequence.
    public var durationNs: Int64
    /// The segments of that time.
    public var times: SegmentTimes
    /// The reasons why it may have taken longer: `running`, `lost` or `cut_off`.
    public var lowerBound: [String]
    /// The number of its actions, including the first one.
    public var actions: Int
    /// The number of its effects.
    public var effects: Int
    /// The steps, in their order and without gaps.
    public var steps: [Step]
    /// Effects beside the path, those with the least slack first.
    public var parallel: [Parallel]
    /// The number of further effects that are not listed.
    public var parallelLeftOut: Int
  }

  /// A part of a path.
  public struct Step: Codable, Sendable, Equatable {
    /// The segment of the step.
    public var segment: PathSegment
    /// The kind of its span; for waiting, of the span that was waited for.
    public var kind: Span.Kind
    /// The id, unique within its process; for an observer, its number among all reactions.
    public var id: String
    /// The wrapper's prefix.
    public var prefix: String
    /// The name of the action, or of the one that started the effect; for an observer, its file.
    public var name: String
    /// The line of an observer.
    public var line: UInt64?
    /// The begin of the step, counted from the start of the path.
    public var sinceNs: Int64
    /// The duration of the step.
    public var durationNs: Int64
    /// The work that ran while an action waited in the queue; omitted for other steps.
    public var meanwhile: Work?
  }

  /// The work of the store or its thread while an action waited.
  public struct Work: Codable, Sendable, Equatable {
    /// The time for which any work ran; 0 if nothing did, so that the processors were busy with
    /// other threads or programs.
    public var busyNs: Int64
    /// The wrapper's prefix of the action that took the most of it.
    public var prefix: String
    /// The name of that action; of an observer, its file and line; empty if nothing ran.
    public var name: String
    /// The part of ``busyNs`` that it took.
    public var durationNs: Int64
    /// The number of its runs.
    public var count: UInt64
  }

  /// An effect beside a path.
  public struct Parallel: Codable, Sendable, Equatable {
    /// The id, unique within its process.
    public var id: String
    /// The wrapper's prefix.
    public var prefix: String
    /// The name of the action that started it.
    public var name: String
    /// The begin of the effect, counted from the start of the path.
    public var sinceNs: Int64
    /// The duration of the effect.
    public var durationNs: Int64?
    /// The outcome of the effect.
    public var outcome: Span.Outcome?
    /// The time by which the effect could have taken longer without changing the path; omitted for
    /// an effect that is not awaited.
    public var slackNs: Int64?
  }
}
