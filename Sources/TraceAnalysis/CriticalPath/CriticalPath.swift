/// What an action had its user wait for: the way from the moment it was sent to its last
/// consequence.
///
/// Every moment between is a part of exactly one step, so that the steps add up to the duration.
/// `Documentation/CriticalPath.md` defines what a consequence is, and which of them is the last.
public struct CriticalPath: Sendable {
  /// Where the action that it starts with came from.
  public var origin: Origin
  /// The id of that action.
  public var action: UInt64
  /// Its name.
  public var name: NameID
  /// Its process.
  public var process: ProcessIndex
  /// The thread that processed it, `nil` where the trace does not say.
  public var thread: ThreadIndex?
  /// When it was sent, or began where the trace does not say; nanoseconds since the Unix epoch.
  public var start: Int64
  /// When its last consequence was over.
  public var end: Int64
  /// How the time between was spent.
  public var times = SegmentTimes()
  /// How the time between was spent, in the order of time and without gaps.
  public var steps: [Step] = []
  /// How many actions belong to it, itself and those that are not on the path among them.
  public var actionCount = 0
  /// How many effects belong to it.
  public var effectCount = 0
  /// How many of them were cancelled before they had sent anything.
  public var cancelledEffects = 0
  /// Why it may have taken longer than that; empty where it is known to be the truth.
  public var doubts: Doubts = []

  /// From start to end in nanoseconds.
  public var duration: Int64 { end - start }

  /// Where an action came from that a path starts with.
  public enum Origin: String, Sendable, CaseIterable, Codable {
    /// From outside of its store.
    case outside
    /// From an effect that goes on sending, or one that began before the recording.
    case effect
    /// From an effect of a path that became too long to follow.
    case continued
  }

  /// Why a duration is a lower bound.
  public struct Doubts: OptionSet, Sendable {
    /// A bit for each reason.
    public let rawValue: UInt8
    /// Creates a set from its bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }
    /// Something had not ended when the trace did, and may have had consequences later.
    public static let running = Doubts(rawValue: 1)
    /// Events were lost meanwhile.
    public static let lost = Doubts(rawValue: 2)
    /// There was more than can be followed.
    public static let cutOff = Doubts(rawValue: 4)
  }

  /// A part of the path.
  public struct Step: Sendable, Equatable {
    /// What it was spent on.
    public var segment: PathSegment
    /// What it was spent with: where waiting, what was waited for.
    public var subject: Subject
    /// When it began, in nanoseconds since the Unix epoch.
    public var start: Int64
    /// When it ended.
    public var end: Int64
  }

  /// A span that a step is about.
  public struct Subject: Sendable, Hashable {
    /// An action, an effect or an observer.
    public var kind: Span.Kind
    /// Its id, as ``Span/id``.
    public var id: UInt64
    /// Its name; of an observer, its file.
    public var name: NameID
    /// The line of an observer, 0 of all else.
    public var line: UInt64 = 0
  }

  /// An effect beside the path.
  public struct Parallel: Sendable, Equatable {
    /// The effect.
    public var effect: Subject
    /// When it began.
    public var start: Int64
    /// When it ended, `nil` where it had not when the trace did.
    public var end: Int64?
    /// How it ended.
    public var outcome: Span.Outcome?
    /// By how much longer it could have taken without changing ``CriticalPath/end``; `nil` of an
    /// effect that has no consequence to wait for.
    public var slack: Int64?
  }
}
