/// The changes of properties of states: the actions that made them, the causes of these actions,
/// and the observers that reacted.
///
/// ```swift
/// let report = try BlameReport(
///   directory: "my-recording", of: [PropertyPattern("todos.*.isDone")])
/// for change in report.changes { print(change.path, change.name, change.causes) }
/// ```
///
/// As JSON (``json()``) it is one object. The keys are the names of the properties here in
/// `snake_case`; they are only ever added to, and any other change raises `format_version`. All
/// durations and times are whole nanoseconds. A value that the trace does not contain is omitted.
/// Ids and times since the Unix epoch are strings. `Documentation/blame.schema.json` is its schema.
public struct BlameReport: Codable, Sendable, Equatable {
  /// The version of this structure, 1.
  public var formatVersion = 1

  /// The directory that was read.
  public var directory: String

  /// Whether the report covers all events: `false` if events were lost, or if a part of the trace
  /// could not be read. All figures are lower bounds then.
  public var isComplete: Bool

  /// Statements about the recording, and about data that it does not have.
  public var remarks: [String]

  /// Whether a filter has excluded changes.
  public var isFiltered: Bool

  /// `true` if nothing is selected: the trace has no such change, name, process or time. Omitted
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

  /// The patterns of the properties.
  public var patterns: [String]

  /// The data that the recording has.
  public var recorded: Recorded

  /// A row for each property that changed, in descending order of changes.
  public var properties: [Property]

  /// The changes, in the order of time.
  public var changes: [Change]

  /// The number of changes beyond the limit of ``changes``.
  public var changesLeftOut: Int

  /// The judgement of each expectation.
  public var expectations: [Verdict]

  /// The data that a recording has about changes.
  public struct Recorded: Codable, Sendable, Equatable {
    /// State differences. Without them, ``BlameReport/changes`` are the changes that an observer
    /// reacted to.
    public var stateDifferences: Bool
    /// Old and new values.
    public var values: Bool
    /// Reactions of observers, with the property and the action that they react to.
    public var observers: Bool
  }

  /// A property that changed.
  public struct Property: Codable, Sendable, Equatable {
    /// The path of the property.
    public var property: String
    /// The number of actions that changed it.
    public var changes: Int
    /// The number of further actions that may have changed it, as a value around it changed as a
    /// whole.
    public var asPart: Int
    /// The number of chains in which it changed. A chain is an action from outside with all of its
    /// consequences.
    public var chains: Int
    /// The number of changes to a value that it had earlier in the same chain; omitted if values
    /// were not recorded.
    public var returns: Int?
    /// The number of reactions to its changes; omitted if observers were not recorded.
    public var observers: Int?
    /// The actions that changed it, the most frequent first.
    public var by: [Maker]
    /// The chain with the most changes; omitted if no chain is known.
    public var busiest: Chain?
  }

  /// All changes of a property by actions of the same prefix and name, in chains that start with
  /// actions of the same prefix and name.
  public struct Maker: Codable, Sendable, Equatable {
    /// The wrapper's prefix.
    public var prefix: String
    /// The name of the action.
    public var name: String
    /// The number of changes.
    public var changes: Int
    /// The prefix of the action from outside; omitted if it is unknown.
    public var fromPrefix: String?
    /// The name of the action from outside; omitted if it is unknown.
    public var fromName: String?
  }

  /// A chain, by the action that it starts with.
  public struct Chain: Codable, Sendable, Equatable {
    /// The wrapper's prefix.
    public var prefix: String
    /// The name of the action.
    public var name: String
    /// The id of the action, unique within its process.
    public var id: String
    /// The begin of the action, counted from the first event of the trace.
    public var sinceNs: Int64
    /// The number of changes in the chain.
    public var changes: Int
    /// The number of changes in the chain to an earlier value; omitted if values were not recorded.
    public var returns: Int?
  }

  /// A single change.
  public struct Change: Codable, Sendable, Equatable {
    /// The property, as in ``BlameReport/properties``.
    public var property: String
    /// The path that changed: the property, a part of it, or a value around it.
    public var path: String
    /// Whether a value around the property changed as a whole, so that it may be unchanged.
    public var asPart: Bool
    /// The value before.
    public var old: String?
    /// The value after.
    public var new: String?
    /// The prefix of the action.
    public var prefix: String
    /// The name of the action.
    public var name: String
    /// The id of the action, unique within its process.
    public var id: String
    /// The process.
    public var vpid: Int64?
    /// The name of the machine.
    public var host: String?
    /// The thread that processed the action.
    public var thread: Int64?
    /// The begin of the action, counted from the first event of the trace.
    public var sinceNs: Int64
    /// The causes of the action: actions and effects alternately, the earliest first.
    public var causes: [Report.Cause]
    /// Whether the first of ``causes``, or the action itself, came from outside.
    public var cameFromOutside: Bool
    /// The observers that reacted to it.
    public var observers: [Observer]
  }

  /// The reactions of an observer to a change.
  public struct Observer: Codable, Sendable, Equatable {
    /// The file that created the observer.
    public var file: String
    /// The line in that file.
    public var line: UInt64
    /// The first property that changed, with the feature of its state; omitted if it is unknown.
    public var property: String?
    /// Whether the reaction is certain: `false` if ``property`` is unknown, or is another one and
    /// further properties changed before the observer ran.
    public var isCertain: Bool
  }

  /// The judgement of an expectation.
  public struct Verdict: Codable, Sendable, Equatable {
    /// The text of the expectation.
    public var expectation: String
    /// The judgement.
    public var outcome: BlameExpectation.Outcome
    /// The reason, unless it is kept.
    public var reason: String?
    /// The property that does not meet it; omitted if it is kept.
    public var property: String?
    /// The figure of that property.
    public var measured: Int?
    /// The chain, or the action of the scope, that does not meet it.
    public var chain: Chain?
  }
}
