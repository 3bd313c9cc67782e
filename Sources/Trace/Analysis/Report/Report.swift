import TraceSchema

/// The report of a recording: durations and counts of actions, effects, intervals and observers.
///
/// ```swift
/// let report = try Report(directory: "my-recording")
/// for action in report.actions { print(action.name, action.count, action.selfNs) }
/// ```
///
/// As JSON (``json()``) it is one object. The keys are the names of the properties here in
/// `snake_case`, for example `duration_ns`, `running_effects` or `p99_ns`; they are only ever added
/// to, and any other change raises `format_version`. All durations and times are whole nanoseconds.
/// A value that the trace does not contain is omitted. Ids and times since the Unix epoch are
/// strings, as many readers of JSON keep 53 bits of a number. `Documentation/report.schema.json` is
/// its schema.
public struct Report: Codable, Sendable, Equatable {
  /// The version of this structure, 3.
  public var formatVersion = 3

  /// The directory that was read; several are separated by commas.
  public var directory: String

  /// The directories that were read.
  public var directories: [String]

  /// Whether the report contains every event.
  ///
  /// `false` if events were lost, if a part of the trace is missing or could not be read, or if
  /// more intervals were open than the reader keeps. All counts are then lower bounds, and all
  /// percentiles are estimates.
  public var isComplete: Bool

  /// Statements about how the trace was recorded: parts that repeat each other or have gaps between
  /// them, the cause of a snapshot, removed chunks, the end of an incomplete recording.
  public var remarks: [String]

  /// Whether a filter has excluded a part of the trace from the tables.
  public var isFiltered: Bool

  /// `true` if the filter selects nothing: the trace has no such name, process or time. Omitted
  /// otherwise.
  public var selectsNothing: Bool?

  /// The grouping of rows of actions and effects; `nil` without groups, so that rows sum up all
  /// processes, threads and stores.
  public var grouping: ReportOptions.Grouping?

  /// The order of the rows of actions and effects.
  public var order: ReportOptions.Order

  /// The time of the first event, in nanoseconds since the Unix epoch.
  public var startNs: String?

  /// The time from the first event to the last.
  public var durationNs: Int64

  /// The use of the time, a row for each process with actions, effects, observers or intervals.
  /// Names and prefixes that a filter selects do not matter here.
  public var time: [ProcessTime]

  /// The mistakes that the recording shows, in descending order of cost.
  public var findings: [Finding]

  /// The judgement of each rule.
  public var rules: [RuleVerdict]

  /// The numbers of events.
  public var events: EventCounts

  /// Lost events.
  public var losses: Losses

  /// The unreadable parts of the trace.
  public var damage: [TraceDamage]

  /// The parts of the recording that repeat each other, or have a gap between them.
  public var parts: [PartRelation]

  /// The versions of the schema it was written with.
  public var schemaVersions: [UInt64]

  /// How chains of actions were left out; `nil` if all were recorded.
  public var sampling: Sampling?

  /// The selected events, from the start of each recording and from each change on; `nil` if all
  /// were recorded.
  public var selections: [Selection]?

  /// The processes, in the order of their first event.
  public var processes: [Process]

  /// A row for each prefix and action name, and each group if there are any.
  public var actions: [Action]

  /// A row for each prefix and name of an action that started effects, and each group if there are
  /// any.
  public var effects: [Effect]

  /// Effects without an end, the oldest first.
  public var runningEffects: [RunningEffect]

  /// The number of effects without an end that ``runningEffects`` does not list.
  public var runningEffectsLeftOut: UInt64

  /// The slowest actions, in descending order.
  public var slowestActions: [SlowSpan]

  /// The slowest actions, reactions of observers and intervals together, in descending order.
  public var slowest: [SlowSpan]

  /// The slowest effects, in descending order.
  public var slowestEffects: [SlowSpan]

  /// A row for each name of an interval, by total time.
  public var intervals: [Interval]

  /// A row for each name of a signposter's events, by count.
  public var signpostEvents: [SignpostEvent]

  /// A row for each label of a logger; labels with the most severe records first.
  public var logs: [Log]

  /// A row for each source location that created observers, by total time.
  public var observers: [Observer]

  /// A row for each feature whose stores received actions, by the number of actions.
  public var stores: [Store]

  /// Events without their counterpart.
  public var unmatched: UnmatchedEvents
}

extension Report {
  /// The version of the trace schema that this library was written for.
  public static let knownSchemaVersion = UInt64(TraceSchema.version)

  /// The numbers of events.
  public struct EventCounts: Codable, Sendable, Equatable {
    /// The number of events of all providers.
    public var total: UInt64
    /// The number of events of the providers `composable`, `composable_values` and
    /// `composable_latency`.
    public var composable: UInt64
    /// The number of these that this version of the schema does not contain.
    public var unknown: UInt64
    /// The number of these without a required field.
    public var malformed: UInt64
  }

  /// Lost events.
  public struct Losses: Codable, Sendable, Equatable {
    /// The number of lost events, as far as counted.
    public var events: UInt64
    /// The number of losses of events without a count.
    public var uncountedEvents: UInt64
    /// The number of lost packets, as far as counted.
    public var packets: UInt64
    /// The number of losses of packets without a count.
    public var uncountedPackets: UInt64
    /// The losses of each stream that has any.
    public var streams: [Stream]

    /// The losses of one stream.
    public struct Stream: Codable, Sendable, Equatable {
      /// The stream's file.
      public var stream: String
      /// The number of lost events, as far as counted.
      public var events: UInt64
      /// The number of losses of events without a count.
      public var uncountedEvents: UInt64
      /// The number of lost packets, as far as counted.
      public var packets: UInt64
      /// The number of losses of packets without a count.
      public var uncountedPackets: UInt64
    }

    /// Whether anything was lost.
    public var isEmpty: Bool {
      events == 0 && uncountedEvents == 0 && packets == 0 && uncountedPackets == 0
    }
  }

  /// A process, with the numbers of its events.
  public struct Process: Codable, Sendable, Equatable {
    /// The process id as the process itself saw it.
    public var vpid: Int64?
    /// The name of the process, empty if unknown.
    public var name: String
    /// The name of the machine it ran on.
    public var host: String?
    /// The version of the schema it wrote.
    public var schemaVersion: UInt64?
    /// The version of the library it was built with.
    public var library: String?
    /// The number of actions; nested wrappers count as one.
    public var actions: UInt64
    /// The number of actions recorded by wrappers; each nested wrapper counts.
    public var intervals: UInt64
    /// The number of effects that began.
    public var effects: UInt64
    /// The number of created stores, including scoped ones.
    public var storesCreated: UInt64
    /// The number of released stores.
    public var storesReleased: UInt64
    /// The number of stores that were created and not released.
    public var storesAlive: UInt64
    /// The number of scopes that created a child store.
    public var childrenMade: UInt64
    /// The number of scopes to an existing child store.
    public var childrenFound: UInt64
  }

  /// All actions with the same prefix and name: those that the innermost wrapper gives them, of the
  /// wrappers that they passed.
  public struct Action: Codable, Sendable, Equatable {
    /// The group of the row; `nil` if the report has no groups.
    public var group: String?
    /// The wrapper's prefix.
    public var prefix: String
    /// The action's name.
    public var name: String
    /// The number of actions that began.
    public var count: UInt64
    /// The number of actions without an end.
    public var open: UInt64
    /// The numbers of actions by their change of the state.
    public var stateChanged: StateChanges
    /// The number of actions that exceeded their budget.
    public var overBudget: UInt64
    /// The total self time in nanoseconds: the time of the innermost wrapped reducer.
    public var selfNs: Int64
    /// The time in nanoseconds of all wrapped reducers, without the observers and intervals within
    /// them.
    public var exclusiveNs: Int64
    /// The part of ``exclusiveNs`` of the period of the recording, or of the selected period. More
    /// than 1 is possible with several threads.
    public var share: Double
    /// The durations of the actions with an end.
    public var duration: DurationStatistics?
    /// The distribution of these durations.
    public var distribution: [DurationBucket]
    /// The levels of the actions, one for each wrapper, the outermost first; `nil` if they passed
    /// one wrapper, or the levels are rows of their own.
    public var levels: [Level]?
  }

  /// The actions of a row, as one of several nested wrappers records them.
  public struct Level: Codable, Sendable, Equatable {
    /// The wrapper's prefix.
    public var prefix: String
    /// The action's name at the position of the wrapper.
    public var name: String
    /// The number of actions that passed it and ended.
    public var count: UInt64
    /// The total time in nanoseconds of its reducer without nested wrappers.
    public var selfNs: Int64
    /// The same without the observers and intervals within it.
    public var exclusiveNs: Int64
  }

  /// Numbers of actions by their change of the state.
  public struct StateChanges: Codable, Sendable, Equatable {
    /// The state changed.
    public var yes: UInt64
    /// The state did not change.
    public var no: UInt64
    /// Unknown.
    public var unknown: UInt64
  }

  /// All effects that were started by actions with the same prefix and name.
  public struct Effect: Codable, Sendable, Equatable {
    /// The group of the row; `nil` if the report has no groups.
    public var group: String?
    /// The wrapper's prefix.
    public var prefix: String
    /// The name of the action that started it.
    public var name: String
    /// The number of effects that began.
    public var started: UInt64
    /// The number of effects that finished.
    public var finished: UInt64
    /// The number of effects that were cancelled.
    public var cancelled: UInt64
    /// The number of effects that threw an error.
    public var failed: UInt64
    /// The number of effects with an outcome that this version does not know.
    public var endedOtherwise: UInt64
    /// The number of effects without an end.
    public var running: UInt64
    /// The number of actions that they sent.
    public var outputs: UInt64
    /// The durations of the effects with an end.
    public var duration: DurationStatistics?
    /// The distribution of these durations.
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
    /// The index of the process in ``Report/processes``; `nil` in reports of older versions.
    public var process: Int?
    /// The id of the process, which is unique within its container.
    public var vpid: Int64?
    /// The machine it runs on.
    public var host: String?
    /// The start of the effect, counted from the first event of the trace.
    public var sinceNs: Int64
    /// From its start to the last event of its process, which may have ended then; of the only
    /// process, to the last event of the trace.
    public var ageNs: Int64
  }

  /// A single action, effect, reaction of an observer, or interval.
  public struct SlowSpan: Codable, Sendable, Equatable {
    /// The kind of the span.
    public var kind: Span.Kind
    /// The wrapper's prefix; of an interval, its subsystem and category.
    public var prefix: String
    /// The name of the action, of the action that started the effect, or of the interval; of an
    /// observer, its file and line.
    public var name: String
    /// The id, unique within its process and kind.
    public var id: String
    /// The index of the process in ``Report/processes``; `nil` in reports of older versions.
    public var process: Int?
    /// The id of the process, which is unique within its container.
    public var vpid: Int64?
    /// The name of the machine.
    public var host: String?
    /// The thread on which it began.
    public var thread: Int64?
    /// The begin of the span, counted from the first event of the trace.
    public var sinceNs: Int64
    /// The duration of the span.
    public var durationNs: Int64
    /// The duration without nested wrappers; only for an action.
    public var selfNs: Int64?
    /// The outcome of the span; only for an effect.
    public var outcome: Span.Outcome?
    /// The chain of causes: actions and effects alternately, the earliest first.
    public var causes: [Cause]
    /// Whether the first of ``causes``, or the action itself, came from outside; `false` if its
    /// cause is unknown.
    public var cameFromOutside: Bool
  }

  /// A link in the chain of causes of a slow span.
  public struct Cause: Codable, Sendable, Equatable {
    /// An action or an effect.
    public var kind: Span.Kind
    /// The id, unique within its process.
    public var id: String
    /// The wrapper's prefix.
    public var prefix: String
    /// The name of the action, or of the action that started the effect.
    public var name: String
    /// The begin of the cause, counted from the first event of the trace.
    public var sinceNs: Int64
  }
}
