/// Something in a trace that took time: a begin and its end, put together.
///
/// A ``SpanBuilder`` makes spans of events, and gives them to ``TraceSink``s: once at their begin, when
/// only what the begin says is known, and once at their end.
public struct Span: Sendable {
  /// What took the time.
  public var kind: Kind

  /// How much of it the trace has.
  public var completeness = Completeness.whole

  /// How it ended; `nil` before the end, and of an action, an observer and a store.
  public var outcome: Outcome?

  /// Whether an action changed the state.
  public var stateChange = TraceEvent.StateChange.unknown

  /// What an action's reducer returned.
  public var effectKind = TraceEvent.EffectKind.unknown

  /// The process that wrote it: an index into ``TraceSummary/processes``.
  public var process: ProcessIndex

  /// The thread it began on, `nil` where the trace does not say.
  public var thread: ThreadIndex?

  /// The thread it ended on, `nil` before the end and where the trace does not say.
  public var endThread: ThreadIndex?

  /// The id that the trace has for it, unique among the spans of its process and kind. Reactions of
  /// observers have none: they are counted, from 1.
  public var id: UInt64

  /// The prefix and the name: of the action; of the action that started an effect; of a signposter's
  /// interval, without a prefix; of the feature of a store. Empty of an observer.
  public var name: NameID

  /// Subsystem and category of an interval; the file that made a store or an observer.
  public var source = NameID.empty

  /// The line in the file of ``source``.
  public var line: UInt64 = 0

  /// When it began, in nanoseconds since the Unix epoch.
  ///
  /// Of what was announced with an age, when it began rather than when it was announced.
  public var start: Int64

  /// Whether ``start`` is when it began: not of what was announced without an age.
  public var isStartKnown = true

  /// When it ended, `nil` of what has no end.
  public var end: Int64?

  /// The id of the action of the enclosing wrapper, 0 of the outermost and of all other kinds.
  public var parent: UInt64 = 0

  /// Of an action, the id of the effect that sent it; of an effect, the id of the action whose reducer
  /// returned it; 0 where there is none, and of all other kinds.
  public var cause: UInt64 = 0

  /// The id of the root store it belongs to, 0 where that is not known. Of a store, the id of the
  /// store it was scoped from.
  public var store: UInt64 = 0

  /// The feature of ``store``, empty where that is not known.
  public var feature = NameID.empty

  /// What a signposter's interval belongs to, as the program says; 0 if it did not say.
  public var belongsTo: UInt64 = 0

  /// Nanoseconds of actions that nested wrappers wrote within this one.
  public var nestedTime: Int64 = 0

  /// How many actions an effect has sent.
  public var outputs: UInt64 = 0

  /// How the action was sent, where the trace has that.
  public var send: Send?

  /// What led to it, back to what came from outside. See ``CauseChain``.
  public var causes: CauseChain?

  /// What can take time.
  public enum Kind: String, Sendable, CaseIterable, Codable {
    /// A wrapped reducer processes an action.
    case action
    /// The work of an effect.
    case effect
    /// An interval of a signposter.
    case interval
    /// An observer's reaction to a change.
    case observer
    /// A store is alive.
    case store
  }

  /// How much of a span the trace has.
  public enum Completeness: String, Sendable, CaseIterable, Codable {
    /// Begin and end.
    case whole
    /// It began before its process was listened to, and was announced when a session started.
    case announced
    /// It had not ended when the trace did.
    case stillOpen
    /// It has ended, or may have, and the event that said so is lost.
    case endLost
    /// It has ended, and the event that said when it began is not in the trace: it came before, or is
    /// lost. Only stores and intervals, whose ends say what they are.
    case beginLost
    /// It began more than once, so that its duration is not known.
    case ambiguous
  }

  /// How a span ended.
  public enum Outcome: String, Sendable, CaseIterable, Codable {
    /// As it should.
    case finished
    /// It was cancelled.
    case cancelled
    /// It threw an error.
    case failed
    /// What could have ended an interval was dropped.
    case abandoned
    /// In a way that this version does not know.
    case unknown
  }

  /// How an action was sent to a store.
  public struct Send: Sendable, Equatable {
    /// When it was sent, in nanoseconds since the Unix epoch.
    public var time: Int64
    /// The id of the store that was sent it.
    public var store: UInt64
    /// The feature of that store, empty where that is not known.
    public var feature: NameID
    /// How many actions came before it.
    public var depth: UInt64
    /// Whether it came from outside while the store processed an action.
    public var isReentrant: Bool
  }
}

extension Span {
  /// From begin to end in nanoseconds, `nil` where one of both is not known, or both contradict each
  /// other.
  public var duration: Int64? {
    guard let end, isStartKnown, completeness != .ambiguous else { return nil }
    let (duration, overflow) = end.subtractingReportingOverflow(start)
    return overflow || duration < 0 ? nil : duration
  }

  /// The duration without that of nested actions, in nanoseconds.
  public var selfTime: Int64? { duration.map { max($0 - nestedTime, 0) } }

  /// Whether it is an action as it was sent, rather than the same action seen by a nested wrapper.
  public var isOutermost: Bool { parent == 0 }
}
