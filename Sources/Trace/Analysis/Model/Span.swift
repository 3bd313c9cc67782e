/// A span of a trace: a begin and its end.
///
/// A ``SpanBuilder`` makes spans from events, and passes them to ``TraceSink``s twice: at their
/// begin, with the data of the begin, and at their end.
public struct Span: Sendable {
  /// The kind of the span.
  public var kind: Kind

  /// The parts of the span that the trace contains.
  public var completeness = Completeness.whole

  /// The outcome of the span; `nil` before the end, and for an action, an observer and a store.
  public var outcome: Outcome?

  /// Whether an action changed the state.
  public var stateChange = TraceEvent.StateChange.unknown

  /// The kind of effect that an action's reducer returned.
  public var effectKind = TraceEvent.EffectKind.unknown

  /// The process that wrote it: an index into ``TraceSummary/processes``.
  public var process: ProcessIndex

  /// The thread on which it began, `nil` if unknown.
  public var thread: ThreadIndex?

  /// The thread on which it ended, `nil` before the end and if unknown.
  public var endThread: ThreadIndex?

  /// The id of the span in the trace, unique among the spans of its process and kind. Reactions of
  /// observers have no ids; they are numbered from 1.
  public var id: UInt64

  /// Prefix and name of the action, or of the action that started an effect. For an interval, its
  /// name without a prefix; for a store, its feature; empty for an observer.
  public var name: NameID

  /// Subsystem and category of an interval; the file that created a store or an observer.
  public var source = NameID.empty

  /// The line in the file of ``source``.
  public var line: UInt64 = 0

  /// The begin of the span, in nanoseconds since the Unix epoch.
  ///
  /// For a span of a state dump with an age, the time of its begin, not of the dump.
  public var start: Int64

  /// Whether ``start`` is the time of its begin: `false` for a span of a state dump without an age.
  public var isStartKnown = true

  /// The end of the span, `nil` without an end.
  public var end: Int64?

  /// The id of the action of the enclosing wrapper; 0 for the outermost wrapper and for all other
  /// kinds.
  public var parent: UInt64 = 0

  /// For an action, the id of the effect that sent it. For an effect, the id of the action whose
  /// reducer returned it. For an observer, the id of the action that notified it. 0
  /// without a cause, and for all other kinds.
  public var cause: UInt64 = 0

  /// The change that an observer reacts to.
  public var change = Change()

  /// The id of its root store, 0 if unknown. For a store, the id of the store from which it was
  /// scoped.
  public var store: UInt64 = 0

  /// The feature of ``store``, empty if unknown.
  public var feature = NameID.empty

  /// The id that the program gave to an interval, 0 without one.
  public var belongsTo: UInt64 = 0

  /// Whether the thread of an interval does nothing else until it ends. Others may have been
  /// suspended.
  public var isSynchronous = false

  /// Nanoseconds of the actions of nested wrappers within this one.
  public var nestedTime: Int64 = 0

  /// The name of an action as the innermost wrapper names it, of those that it passed; empty before
  /// the end of a nested action, and for other kinds.
  var innermost = NameID.empty

  /// Nanoseconds of the reducer of the innermost wrapper; known when ``innermost`` is.
  var innermostTime: Int64 = 0

  /// Whether the action of the enclosing wrapper is the same one: this is a level of it.
  public var isLevel = false

  /// Whether the effect that sent an action had not ended at its begin.
  var isOfRunningEffect = false

  /// Nanoseconds of the actions within this one that are no levels of it: the reducer calls a
  /// second wrapper for the same action.
  var otherTime: Int64 = 0

  /// Whether a nested wrapper has found a change of its state, which is a part of this one's.
  var hasChangedWithin = false

  /// The number of actions that an effect has sent.
  public var outputs: UInt64 = 0

  /// The send of the action, if the trace contains it.
  public var send: Send?

  /// The chain of causes of the span. See ``CauseChain``.
  public var causes: CauseChain?

  /// The change that an observer reacts to: empty for all other kinds, and if it is unknown.
  public struct Change: Sendable, Equatable {
    /// Prefix and name of the action that made it.
    public var action = NameID.empty
    /// The first property that changed, with the feature of its state.
    public var property = NameID.empty
    /// The number of other properties that changed before the observer ran.
    public var others: UInt64 = 0
  }

  /// The kinds of spans.
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

  /// The parts of a span that the trace contains.
  public enum Completeness: String, Sendable, CaseIterable, Codable {
    /// Begin and end.
    case whole
    /// The span began before its process was recorded, and was in the state dump of a session.
    case announced
    /// The span had not ended at the end of the trace.
    case stillOpen
    /// The span has ended, or may have, and its end event is lost.
    case endLost
    /// The span has ended, and its begin event is not in the trace: it came before, or is lost.
    /// Only stores and intervals, whose ends identify them.
    case beginLost
    /// The span began more than once, so its duration is unknown.
    case ambiguous
  }

  /// The outcome of a span.
  public enum Outcome: String, Sendable, CaseIterable, Codable {
    /// Success.
    case finished
    /// The work was cancelled.
    case cancelled
    /// The work threw an error.
    case failed
    /// The state of an interval was released before its end.
    case abandoned
    /// An outcome that this version does not know.
    case unknown
  }

  /// The send of an action to a store.
  public struct Send: Sendable, Equatable {
    /// The time of the send, in nanoseconds since the Unix epoch.
    public var time: Int64
    /// The id of the store that received it.
    public var store: UInt64
    /// The feature of that store, empty if unknown.
    public var feature: NameID
    /// The number of actions that came before it.
    public var depth: UInt64
    /// Whether the action came from outside while the store processed an action.
    public var isReentrant: Bool
    /// The nanoseconds for which its sender waited for the actor of the store before ``time``.
    public var waited: Int64 = 0

    /// The time at which the sender asked for the action.
    public var requested: Int64 { time.subtractingClamped(waited) }
  }
}

extension Span {
  /// The time from begin to end in nanoseconds, `nil` if one of them is unknown, or if they
  /// contradict each other.
  public var duration: Int64? {
    guard let end, isStartKnown, completeness != .ambiguous else { return nil }
    let (duration, overflow) = end.subtractingReportingOverflow(start)
    return overflow || duration < 0 ? nil : duration
  }

  /// The duration without nested actions, in nanoseconds.
  public var selfTime: Int64? { duration.map { max($0 - nestedTime, 0) } }

  /// The time from the request of an action to its begin, `nil` if it is unknown.
  public var waitingTime: Int64? {
    send.map { max(start.subtractingClamped($0.requested), 0) }
  }

  /// Whether an action waited for its store: in its queue, or for its actor.
  public var isQueued: Bool { send.map { $0.depth > 0 || $0.waited > 0 } ?? false }

  /// The name of an action as the innermost wrapper names it, which is the same for all levels of
  /// it; known at its end. The name of any other span.
  public var sharedName: NameID { innermost == .empty ? name : innermost }

  /// The duration of an action with all its levels, without other actions within it.
  public var sharedTime: Int64? { duration.map { max($0 - otherTime, 0) } }

  /// Whether an action, with its levels, changed the state.
  public var sharedChange: TraceEvent.StateChange {
    stateChange == .unknown && hasChangedWithin ? .yes : stateChange
  }

  /// Whether the span is the record of the outermost wrapper, rather than the same action recorded
  /// by a nested wrapper.
  public var isOutermost: Bool { parent == 0 }
}
