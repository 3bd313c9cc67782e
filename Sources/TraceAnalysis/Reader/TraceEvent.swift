public import TraceSchema

/// One event of the providers `composable`, `composable_values` and `composable_latency`, decoded.
///
/// A plain value without references, so that reading a long trace allocates nothing per event. Text
/// is given as a ``NameID``, to be looked up in the reader's ``TraceReader/names``.
public struct TraceEvent: Sendable, Equatable {
  /// When it happened, in nanoseconds since the Unix epoch.
  public var timestamp: Int64

  /// The process that wrote it: an index into ``TraceSummary/processes``.
  ///
  /// Ids in the payload are only unique together with it.
  public var process: ProcessIndex

  /// The thread that wrote it: an index into ``TraceSummary/threads``, `nil` where the session does not
  /// record the context `vtid`.
  public var thread: ThreadIndex?

  /// The processor that it was written on, `nil` where the trace does not say.
  public var processor: Int32?

  /// What happened.
  public var payload: Payload
}

/// Identifies a process within one reading of a trace.
public typealias ProcessIndex = Int32

/// Identifies a thread within one reading of a trace.
public typealias ThreadIndex = Int32

extension TraceEvent {
  /// Whether what begins does so now, or did so earlier and is announced because a session has started.
  public enum Start: Sendable, Equatable {
    /// It begins now.
    case now
    /// It is announced, and began so many nanoseconds earlier; `nil` where that is not known.
    case announced(age: Int64?)

    /// Whether it is announced.
    public var isAnnounced: Bool { self != .now }

    /// How many nanoseconds ago it began, `nil` where that is not known.
    public var age: Int64? {
      switch self {
      case .now: 0
      case .announced(let age): age
      }
    }
  }

  /// Whether an action changed the state.
  public typealias StateChange = TraceSchema.StateChange
  /// What a reducer returned.
  public typealias EffectKind = TraceSchema.EffectKind
  /// How an effect ended.
  public typealias EffectOutcome = TraceSchema.EffectOutcome
  /// How an interval of a signposter ended.
  public typealias IntervalOutcome = TraceSchema.IntervalOutcome
  /// How important a log record is.
  public typealias LogLevel = TraceSchema.LogLevel
}
