/// The critical path of an action: the chain of work from the send to its last consequence.
///
/// Every moment in between belongs to exactly one step, so the steps add up to the duration.
/// `Documentation/CriticalPath.md` defines consequences, and which of them is the last.
public struct CriticalPath: Sendable {
  /// The origin of the action that it starts with.
  public var origin: Origin
  /// The id of that action.
  public var action: UInt64
  /// The name of the action, as the innermost wrapper names it.
  public var name: NameID
  /// The name of the action, as the outermost wrapper names it.
  public var outerName: NameID
  /// The process of the action.
  public var process: ProcessIndex
  /// The thread that processed it, `nil` if unknown.
  public var thread: ThreadIndex?
  /// The time at which the action was sent, or began if that is unknown; in nanoseconds since the
  /// Unix epoch.
  public var start: Int64
  /// When its last consequence ended.
  public var end: Int64
  /// The time of each segment.
  public var times = SegmentTimes()
  /// The steps, in the order of time and without gaps.
  public var steps: [Step] = []
  /// The number of its actions, including the first one and those beside the path.
  public var actionCount = 0
  /// The number of its effects.
  public var effectCount = 0
  /// The number of effects that were cancelled before they had sent anything.
  public var cancelledEffects = 0
  /// The reasons why it may have taken longer; empty if the duration is exact.
  public var doubts: Doubts = []

  /// From start to end in nanoseconds.
  public var duration: Int64 { end - start }

  /// The origin of the action that a path starts with.
  public enum Origin: String, Sendable, CaseIterable, Codable {
    /// Outside of its store.
    case outside
    /// An effect that continues to send, or that began before the recording.
    case effect
    /// An effect of a path that became too long to follow.
    case continued
  }

  /// The reasons why a duration is a lower bound.
  public struct Doubts: OptionSet, Sendable {
    /// A bit for each reason.
    public let rawValue: UInt8
    /// Creates a set from its bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }
    /// A span had not ended at the end of the trace, and may have had consequences later.
    public static let running = Doubts(rawValue: 1)
    /// Events were lost in between.
    public static let lost = Doubts(rawValue: 2)
    /// There were more spans than can be followed.
    public static let cutOff = Doubts(rawValue: 4)
  }

  /// A part of the path.
  public struct Step: Sendable, Equatable {
    /// The segment of the step.
    public var segment: PathSegment
    /// The span of the step; for waiting, the span that was waited for.
    public var subject: Subject
    /// The begin of the step, in nanoseconds since the Unix epoch.
    public var start: Int64
    /// The end of the step.
    public var end: Int64
    /// The work that ran while an action waited in the queue; `nil` for other steps.
    public var meanwhile: Meanwhile?
  }

  /// The span of a step.
  public struct Subject: Sendable, Hashable {
    /// An action, an effect or an observer.
    public var kind: Span.Kind
    /// The id, as ``Span/id``.
    public var id: UInt64
    /// The name; for an observer, its file.
    public var name: NameID
    /// The line of an observer, 0 for other spans.
    public var line: UInt64 = 0
  }

  /// An effect beside the path.
  public struct Parallel: Sendable, Equatable {
    /// The effect.
    public var effect: Subject
    /// The begin of the effect.
    public var start: Int64
    /// The end of the effect, `nil` if it had not ended at the end of the trace.
    public var end: Int64?
    /// The outcome of the effect.
    public var outcome: Span.Outcome?
    /// The time by which the effect could have taken longer without changing ``CriticalPath/end``;
    /// `nil` for an effect without consequences to wait for.
    public var slack: Int64?
  }
}
