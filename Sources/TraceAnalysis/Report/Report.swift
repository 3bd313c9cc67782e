import TraceSchema

/// Where the time of a recorded program went.
///
/// ```swift
/// let report = try Report(directory: "my-recording")
/// for action in report.actions { print(action.name, action.count, action.selfNs) }
/// ```
///
/// As JSON (``json()``) it is one object. The keys are the names of the properties here in
/// `snake_case`, for example `duration_ns`, `running_effects` or `p99_ns`; they are only ever added
/// to, and any other change raises `format_version`. All durations and times are whole nanoseconds. A
/// value that the trace does not tell is left out. Ids and times since the Unix epoch are strings, as
/// many readers of JSON keep 53 bits of a number. `Documentation/report.schema.json` is its schema.
public struct Report: Codable, Sendable, Equatable {
  /// The version of this structure, 2.
  public var formatVersion = 2

  /// The directory that was read.
  public var directory: String

  /// Whether everything that happened is in the report.
  ///
  /// `false` when events were lost, when a part of the trace could not be read, or when more
  /// intervals were open than can be kept. All counts are lower bounds then, all percentiles are
  /// estimates.
  public var isComplete: Bool

  /// Whether a filter has left something out, so that the tables are not about the whole trace.
  public var isFiltered: Bool

  /// What rows of actions and effects are set apart by; `nil` for nothing, so that processes, threads
  /// and stores are summed up.
  public var grouping: ReportOptions.Grouping?

  /// What rows of actions and effects come in the order of.
  public var order: ReportOptions.Order

  /// When the first event happened, in nanoseconds since the Unix epoch.
  public var startNs: String?

  /// From the first event to the last.
  public var durationNs: Int64

  /// How many events there were.
  public var events: EventCounts

  /// What the tracer could not record.
  public var losses: Losses

  /// What could not be read.
  public var damage: [TraceDamage]

  /// The versions of the schema it was written with.
  public var schemaVersions: [UInt64]

  /// The processes, in the order of their first event.
  public var processes: [Process]

  /// One for each prefix and action name, and each group if there are any.
  public var actions: [Action]

  /// One for each prefix and name of an action that started effects, and each group if there are any.
  public var effects: [Effect]

  /// Effects without an end, the oldest first.
  public var runningEffects: [RunningEffect]

  /// How many more of them there are than ``runningEffects`` lists.
  public var runningEffectsLeftOut: UInt64

  /// The actions that took longest, the slowest first.
  public var slowestActions: [SlowSpan]

  /// The effects that took longest, the slowest first.
  public var slowestEffects: [SlowSpan]

  /// One for each name of an interval, by total time.
  public var intervals: [Interval]

  /// One for each name of a signposter's events, by count.
  public var signpostEvents: [SignpostEvent]

  /// One for each label of a logger; those with the most severe records first.
  public var logs: [Log]

  /// One for each place that made observers, by total time.
  public var observers: [Observer]

  /// One for each feature whose stores were sent actions, by their number.
  public var stores: [Store]

  /// Events that lack their counterpart.
  public var unmatched: UnmatchedEvents
}

extension Report {
  /// The version of the trace schema that this library was written for.
  public static let knownSchemaVersion = UInt64(TraceSchema.version)

  /// How many events there were.
  public struct EventCounts: Codable, Sendable, Equatable {
    /// Of all providers.
    public var total: UInt64
    /// Of the providers `composable`, `composable_values` and `composable_latency`.
    public var composable: UInt64
    /// Of those, the ones that a later version of the schema must have added.
    public var unknown: UInt64
    /// Of those, the ones without a field that is indispensable.
    public var malformed: UInt64
  }

  /// What the tracer could not record.
  public struct Losses: Codable, Sendable, Equatable {
    /// Events known to be lost.
    public var events: UInt64
    /// How often events were lost without a count.
    public var uncountedEvents: UInt64
    /// Whole packets known to be lost.
    public var packets: UInt64
    /// How often packets were lost without a count.
    public var uncountedPackets: UInt64
    /// The same for each stream that lost something.
    public var streams: [Stream]

    /// The losses of one stream.
    public struct Stream: Codable, Sendable, Equatable {
      /// The stream's file.
      public var stream: String
      /// Events known to be lost.
      public var events: UInt64
      /// How often events were lost without a count.
      public var uncountedEvents: UInt64
      /// Whole packets known to be lost.
      public var packets: UInt64
      /// How often packets were lost without a count.
      public var uncountedPackets: UInt64
    }

    /// Whether anything was lost.
    public var isEmpty: Bool {
      events == 0 && uncountedEvents == 0 && packets == 0 && uncountedPackets == 0
    }
  }

  /// A process, and what happened in it.
  public struct Process: Codable, Sendable, Equatable {
    /// The process id as the process itself saw it.
    public var vpid: Int64?
    /// The name of the process, empty if the trace does not say.
    public var name: String
    /// The name of the machine it ran on.
    public var host: String?
    /// The version of the schema it wrote.
    public var schemaVersion: UInt64?
    /// The version of the library it was built with.
    public var library: String?
    /// Actions begun: as they were sent, so that nested wrappers count one.
    public var actions: UInt64
    /// Actions as wrappers saw them: nested wrappers count one each.
    public var intervals: UInt64
    /// Effects begun.
    public var effects: UInt64
    /// Stores that came into being, the scoped ones included.
    public var storesCreated: UInt64
    /// Stores that went away.
    public var storesReleased: UInt64
    /// Stores that were created and not released.
    public var storesAlive: UInt64
    /// How often a child store was asked for and made.
    public var childrenMade: UInt64
    /// How often a child store was asked for and there already.
    public var childrenFound: UInt64
  }

  /// All actions with the same prefix and name.
  public struct Action: Codable, Sendable, Equatable {
    /// What it is set apart by; `nil` where the report has no groups.
    public var group: String?
    /// The wrapper's prefix.
    public var prefix: String
    /// The action's name.
    public var name: String
    /// How many were begun.
    public var count: UInt64
    /// How many of those have no end.
    public var open: UInt64
    /// How many changed the state, did not, or did not say.
    public var stateChanged: StateChanges
    /// How many took longer than their wrapper allows.
    public var overBudget: UInt64
    /// Nanoseconds that the reducer took without what nested wrappers measured, all together.
    public var selfNs: Int64
    /// What part of all actions' ``selfNs`` that is, from 0 to 1.
    public var share: Double
    /// How long the reducer took, of those that have an end.
    public var duration: DurationStatistics?
    /// How these durations are distributed.
    public var distribution: [DurationBucket]
  }

  /// How many actions changed the state.
  public struct StateChanges: Codable, Sendable, Equatable {
    /// The state differed.
    public var yes: UInt64
    /// The state was as before.
    public var no: UInt64
    /// It is not known.
    public var unknown: UInt64
  }

  /// All effects that were started by actions with the same prefix and name.
  public struct Effect: Codable, Sendable, Equatable {
    /// What it is set apart by; `nil` where the report has no groups.
    public var group: String?
    /// The wrapper's prefix.
    public var prefix: String
    /// The name of the action that started it.
    public var name: String
    /// How many were started.
    public var started: UInt64
    /// How many were done.
    public var finished: UInt64
    /// How many were cancelled.
    public var cancelled: UInt64
    /// How many threw an error.
    public var failed: UInt64
    /// How many ended in a way that this version does not know.
    public var endedOtherwise: UInt64
    /// How many have no end.
    public var running: UInt64
    /// The actions they sent.
    public var outputs: UInt64
    /// How long they took, of those that have an end.
    public var duration: DurationStatistics?
    /// How these durations are distributed.
    public var distribution: [DurationBucket]
  }

  /// An effect without an end.
  public struct RunningEffect: Codable, Sendable, Equatable {
    /// The wrapper's prefix.
    public var prefix: String
    /// The name of the action that started it.
    public var name: String
    /// The id of the effect, unique within its process.
    public var effect: String
    /// The id of the action that started it.
    public var action: String
    /// The process it runs in.
    public var vpid: Int64?
    /// The machine it runs on.
    public var host: String?
    /// When it started, counted from the first event of the trace.
    public var sinceNs: Int64
    /// From its start to the last event of the trace.
    public var ageNs: Int64
  }

  /// A single action or effect.
  public struct SlowSpan: Codable, Sendable, Equatable {
    /// The wrapper's prefix.
    public var prefix: String
    /// The name of the action, or of the one that started the effect.
    public var name: String
    /// The id, unique within its process.
    public var id: String
    /// The process.
    public var vpid: Int64?
    /// The name of the machine.
    public var host: String?
    /// The thread it began on.
    public var thread: Int64?
    /// When it began, counted from the first event of the trace.
    public var sinceNs: Int64
    /// How long it took.
    public var durationNs: Int64
    /// Without what nested wrappers measured; of an action only.
    public var selfNs: Int64?
    /// How it ended; of an effect only.
    public var outcome: Span.Outcome?
    /// What led to it: actions and effects in turn, the first first.
    public var causes: [Cause]
    /// Whether the first of ``causes``, or the action itself, came from outside; `false` where what was
    /// before is not known.
    public var cameFromOutside: Bool
  }

  /// A step on the way to what is slow.
  public struct Cause: Codable, Sendable, Equatable {
    /// An action or an effect.
    public var kind: Span.Kind
    /// The id, unique within its process.
    public var id: String
    /// The wrapper's prefix.
    public var prefix: String
    /// The name of the action, or of the one that started the effect.
    public var name: String
    /// When it began, counted from the first event of the trace.
    public var sinceNs: Int64
  }
}
