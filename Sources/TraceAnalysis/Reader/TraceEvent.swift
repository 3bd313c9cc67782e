/// One event of the providers `composable` and `composable_values`, decoded.
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

  /// What an event says, one case for each event of the schema.
  public enum Payload: Sendable, Equatable {
    /// A process introduces itself.
    case schema(Schema)
    /// A store came into being, or is announced to a session that started later.
    case storeCreated(Store)
    /// A store went away.
    case storeReleased(Store)
    /// A wrapped reducer is about to run.
    case actionBegin(ActionBegin)
    /// A wrapped reducer returned.
    case actionEnd(ActionEnd)
    /// An effect's work started, or is announced to a session that started later.
    case effectBegin(EffectBegin)
    /// An effect sends an action.
    case effectOutput(EffectOutput)
    /// An effect's work ended.
    case effectEnd(EffectEnd)
    /// An interval of a signposter starts.
    case intervalBegin(IntervalBegin)
    /// An interval of a signposter ended.
    case intervalEnd(IntervalEnd)
    /// A signposter was told that something happened.
    case event(Event)
    /// A log record was written.
    case log(Log)
    /// What an action holds, where its wrapper was asked to record it: see ``EventTexts``.
    case actionPayload(action: UInt64)
    /// A reducer took longer than its wrapper allows.
    case budgetExceeded(BudgetExceeded)
    /// A store is sent an action.
    case send(Send)
    /// What an action changed in the state: see ``EventTexts``.
    case stateDiff(action: UInt64)
    /// A child store was asked for.
    case scope(Scope)
    /// An observer reacts to a change.
    case observeBegin(Observer)
    /// An observer has reacted.
    case observeEnd(Observer)
  }
}

/// Identifies a process within one reading of a trace.
public typealias ProcessIndex = Int32

/// Identifies a thread within one reading of a trace.
public typealias ThreadIndex = Int32

extension TraceEvent {
  /// The fields of `schema`.
  public struct Schema: Sendable, Equatable {
    /// The version of the trace schema.
    public var version: UInt64
    /// The version of the library that wrote the trace.
    public var library: NameID
  }

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

  /// The fields of `store_created` and `store_released`.
  public struct Store: Sendable, Equatable {
    /// The id of the store.
    public var store: UInt64
    /// The id of the store it was scoped from, 0 for a root store.
    public var parent: UInt64
    /// The name of the feature's state type.
    public var feature: NameID
    /// The file that created it.
    public var file: NameID
    /// The line in that file.
    public var line: UInt64
    /// Of `store_created`, whether it is created now. In traces of versions 1 to 3 an announcement is
    /// known as such only where the store was created before and has not been released.
    public var start = Start.now
  }

  /// The fields of `action_begin`.
  public struct ActionBegin: Sendable, Equatable {
    /// The id of this action interval.
    public var action: UInt64
    /// The effect that sent the action, 0 if it came from outside.
    public var cause: UInt64
    /// The action interval of the enclosing wrapper, 0 if this is the outermost.
    public var parent: UInt64
    /// The root store whose reducer runs, 0 outside of a store.
    public var store: UInt64
    /// The wrapper's prefix and the action's name.
    public var name: NameID
  }

  /// The fields of `action_end`.
  public struct ActionEnd: Sendable, Equatable {
    /// The id given in `action_begin`.
    public var action: UInt64
    /// Whether the state differs from before.
    public var stateChanged: StateChange
    /// What the reducer returned.
    public var effect: EffectKind
  }

  /// The fields of `effect_begin`.
  public struct EffectBegin: Sendable, Equatable {
    /// The id of this effect interval.
    public var effect: UInt64
    /// The action interval whose reducer returned the effect.
    public var action: UInt64
    /// The wrapper's prefix and the name of the action that started the effect.
    public var name: NameID
    /// Whether its work starts now. In traces of versions 1 to 3 an announcement is known as such only
    /// where ``action`` is 0, or where the effect has begun and not ended.
    public var start: Start
  }

  /// The fields of `effect_output`.
  public struct EffectOutput: Sendable, Equatable {
    /// The id given in `effect_begin`.
    public var effect: UInt64
    /// The name of the action it sends, without a prefix.
    public var name: NameID
  }

  /// The fields of `effect_end`.
  public struct EffectEnd: Sendable, Equatable {
    /// The id given in `effect_begin`.
    public var effect: UInt64
    /// How it ended.
    public var outcome: EffectOutcome
    /// The number of actions it sent.
    public var outputs: UInt64
  }

  /// The fields of `interval_begin`, but for its message: see ``TraceReader/texts``.
  public struct IntervalBegin: Sendable, Equatable {
    /// The id of this interval.
    public var interval: UInt64
    /// What it belongs to, 0 if the program did not say.
    public var id: UInt64
    /// The signposter's subsystem as the prefix, its category as the name.
    public var source: NameID
    /// The name of the interval, without a prefix.
    public var name: NameID
  }

  /// The fields of `interval_end`, but for its message: see ``TraceReader/texts``.
  public struct IntervalEnd: Sendable, Equatable {
    /// The id given in `interval_begin`.
    public var interval: UInt64
    /// What it belongs to, 0 if the program did not say.
    public var id: UInt64
    /// The signposter's subsystem as the prefix, its category as the name.
    public var source: NameID
    /// The name of the interval, without a prefix.
    public var name: NameID
    /// How it ended.
    public var outcome: IntervalOutcome
  }

  /// The fields of `event`, but for its message: see ``TraceReader/texts``.
  public struct Event: Sendable, Equatable {
    /// What it belongs to, 0 if the program did not say.
    public var id: UInt64
    /// The signposter's subsystem as the prefix, its category as the name.
    public var source: NameID
    /// What happened, without a prefix.
    public var name: NameID
  }

  /// The fields of `log`, but for its message and its metadata: see ``TraceReader/texts``.
  public struct Log: Sendable, Equatable {
    /// How important it is.
    public var level: LogLevel
    /// The logger's label.
    public var label: NameID
    /// The file that wrote it.
    public var file: NameID
    /// The line in that file.
    public var line: UInt64
  }

  /// The fields of `budget_exceeded`.
  public struct BudgetExceeded: Sendable, Equatable {
    /// The id given in `action_begin`.
    public var action: UInt64
    /// The wrapper's prefix and the action's name.
    public var name: NameID
    /// The nanoseconds that the wrapper allows.
    public var budget: UInt64
    /// The nanoseconds that the reducer took.
    public var taken: UInt64
  }

  /// The fields of `send`.
  public struct Send: Sendable, Equatable {
    /// The id of the action interval that it leads to.
    public var action: UInt64
    /// The effect that sends it, 0 if it comes from outside.
    public var cause: UInt64
    /// The store that is sent it.
    public var store: UInt64
    /// How many actions come before it.
    public var depth: UInt64
    /// Whether it comes from outside while the store processes an action.
    public var isReentrant: Bool
    /// The name of the action, without a prefix.
    public var name: NameID
  }

  /// The fields of `scope`.
  public struct Scope: Sendable, Equatable {
    /// The store that was asked.
    public var store: UInt64
    /// The child.
    public var child: UInt64
    /// Whether the child was there already.
    public var isCached: Bool
  }

  /// The fields of `observe_begin` and `observe_end`.
  public struct Observer: Sendable, Equatable {
    /// The root store that has changed, 0 if that is not known.
    public var store: UInt64
    /// The file that made the observer.
    public var file: NameID
    /// The line in that file.
    public var line: UInt64
  }

  /// Whether an action changed the state.
  public enum StateChange: UInt8, Sendable {
    /// Not known, or a value that this version of the schema does not have.
    case unknown = 0
    /// The state is as before.
    case no = 1
    /// The state differs.
    case yes = 2
  }

  /// What a reducer returned.
  public enum EffectKind: UInt8, Sendable {
    /// Nothing to do.
    case none = 0
    /// Asynchronous work.
    case run = 1
    /// An action sent at once.
    case send = 2
    /// Several effects at the same time.
    case merge = 3
    /// Several effects, one after the other.
    case concatenate = 4
    /// The cancellation of running effects.
    case cancel = 5
    /// A value that this version of the schema does not have.
    case unknown = 255
  }

  /// How an interval of a signposter ended.
  public enum IntervalOutcome: UInt8, Sendable {
    /// It was ended, or its code returned.
    case finished = 0
    /// Its code was cancelled.
    case cancelled = 1
    /// Its code threw an error.
    case failed = 2
    /// Nobody could end it any more.
    case abandoned = 3
    /// Not known, or a value that this version of the schema does not have.
    case unknown = 255
  }

  /// How important a log record is.
  public enum LogLevel: UInt8, Sendable {
    /// Of use for following single steps.
    case trace = 0
    /// Of use for finding mistakes.
    case debug = 1
    /// Says what goes on.
    case info = 2
    /// Ordinary, and worth attention.
    case notice = 3
    /// No error, and not as it should be.
    case warning = 4
    /// Something failed.
    case error = 5
    /// Needs attention at once.
    case critical = 6
    /// Not known, or a value that this version of the schema does not have.
    case unknown = 255
  }

  /// How an effect ended.
  public enum EffectOutcome: UInt8, Sendable {
    /// Its work was done.
    case finished = 0
    /// It was cancelled.
    case cancelled = 1
    /// It threw an error.
    case failed = 2
    /// Not known, or a value that this version of the schema does not have.
    case unknown = 255
  }
}
