/// Pairs of actions that could have come in the other order, and that changed the same property.
///
/// They are candidates: a recording shows one order. `Replay.races` of SignpostTestSupport tries
/// the other one, with the feature.
///
/// As JSON (``json()``) it is one object. The keys are the names of the properties here in
/// `snake_case`; they are only ever added to, and any other change raises `format_version`. All
/// durations and times are whole nanoseconds; ids are strings.
public struct RaceReport: Codable, Sendable, Equatable {
  /// The version of this structure, 1.
  public var formatVersion = 1

  /// The directory that was read.
  public var directory: String

  /// Whether the report covers all events: `false` if events were lost, or if a part of the trace
  /// could not be read. There may be more candidates then.
  public var isComplete: Bool

  /// Statements about the recording, and about data that it does not have.
  public var remarks: [String]

  /// The time from the first event to the last.
  public var durationNs: Int64

  /// The numbers of events.
  public var events: Report.EventCounts

  /// The unreadable parts of the trace.
  public var damage: [TraceDamage]

  /// The longest time between two actions whose order counts as chance.
  public var withinNs: Int64

  /// Whether the recording has the changed properties of actions.
  public var hasStateDifferences: Bool

  /// The number of pairs that could have come in the other order.
  public var concurrentPairs: Int

  /// The candidates, one for each two names; the pairs that came closest are first.
  public var candidates: [Candidate]

  /// Two names of actions, of which pairs changed the same property.
  public struct Candidate: Codable, Sendable, Equatable {
    /// The action that came first.
    public var first: Action
    /// The action that came second, in the closest pair.
    public var second: Action
    /// The number of pairs.
    public var pairs: Int
    /// The time between the actions of the closest pair.
    public var gapNs: Int64
    /// The properties that both changed, in any pair.
    public var properties: [String]
  }

  /// An action of a candidate.
  public struct Action: Codable, Sendable, Equatable {
    /// The prefix of its wrapper.
    public var prefix: String
    /// The name.
    public var name: String
    /// The id in the trace.
    public var id: String
    /// The time of its begin since the begin of the recording.
    public var sinceNs: Int64
    /// The name of the action that started the effect that sent it; absent if it came from outside.
    public var effectOf: String?
  }
}
