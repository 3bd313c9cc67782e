public import TraceSchema

/// An event of the providers `composable`, `composable_values` and `composable_latency`, decoded.
///
/// A plain value without references, so that reading a long trace allocates nothing per event. Text
/// is given as a ``NameID``, to be looked up in the reader's ``TraceReader/names``.
public struct TraceEvent: Sendable, Equatable {
  /// The time of the event, in nanoseconds since the Unix epoch.
  public var timestamp: Int64

  /// The process that wrote it: an index into ``TraceSummary/processes``.
  ///
  /// Ids in the payload are unique only together with it.
  public var process: ProcessIndex

  /// The thread that wrote it: an index into ``TraceSummary/threads``, `nil` if the session does
  /// not record the context `vtid`.
  public var thread: ThreadIndex?

  /// The processor on which it was written, `nil` if unknown.
  public var processor: Int32?

  /// The fields of the event.
  public var payload: Payload
}

/// Identifies a process within one reading of a trace.
public typealias ProcessIndex = Int32

/// Identifies a thread within one reading of a trace.
public typealias ThreadIndex = Int32

extension TraceEvent {
  /// Whether a span begins with this event, or began earlier and is in a state dump because a
  /// session has started.
  public enum Start: Sendable, Equatable {
    /// The begin is now.
    case now
    /// The begin is part of a state dump, and was so many nanoseconds earlier; `nil` if unknown.
    case announced(age: Int64?)

    /// Whether the begin is part of a state dump.
    public var isAnnounced: Bool { self != .now }

    /// The age in nanoseconds, `nil` if unknown.
    public var age: Int64? {
      switch self {
      case .now: 0
      case .announced(let age): age
      }
    }
  }

  /// Whether an action changed the state.
  public typealias StateChange = TraceSchema.StateChange
  /// The kind of effect that a reducer returned.
  public typealias EffectKind = TraceSchema.EffectKind
  /// The outcome of an effect.
  public typealias EffectOutcome = TraceSchema.EffectOutcome
  /// The outcome of an interval of a signposter.
  public typealias IntervalOutcome = TraceSchema.IntervalOutcome
  /// The level of a log record.
  public typealias LogLevel = TraceSchema.LogLevel
}
