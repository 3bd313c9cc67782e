/// What a program does at one moment: the figures of `signpost top`.
///
/// Durations and times are in nanoseconds; a time is since the Unix epoch. What comes "per second" and all
/// percentiles are of the sliding window. Encoded with keys in snake case, this is what
/// `signpost top --json` prints.
public struct LiveSnapshot: Codable, Sendable, Equatable {
  /// The version of this format; it is raised when a key changes its meaning or goes away.
  public var version = 1
  /// How far the session has been read.
  public var timeNs: Int64 = 0
  /// How far that is behind the present; only of a session of this machine, whose clock is the same.
  public var lagNs: Int64?
  /// How much time the figures of the window cover.
  public var windowNs: Int64 = 0
  /// All actions, as they were sent.
  public var actions = Durations()
  /// How many actions began in each of the latest whole seconds, the oldest first.
  public var actionsPerSecond: [UInt64] = []
  /// The actions by name, each wrapper of its own.
  public var actionRows: [ActionRow] = []
  /// All effects.
  public var effects = Effects()
  /// The effects by the action that started them.
  public var effectRows: [EffectRow] = []
  /// Actions that wait until those before them are processed.
  public var queue = Queue()
  /// How many stores are alive.
  public var storesAlive = 0
  /// Reactions of observers.
  public var observers = Durations()
  /// The slowest actions that ended within the last minute, the slowest first.
  public var slowest: [SlowAction] = []
  /// What could not be recorded, or not be read in time.
  public var losses = Losses()
  /// The recorded processes, those that have ended included.
  public var processes: [Process] = []

  /// Creates one of a program that does nothing.
  public init() {}

  /// Durations of the window.
  public struct Durations: Codable, Sendable, Equatable {
    /// How many there are.
    public var count: UInt64 = 0
    /// How many there are per second.
    public var perSecond = 0.0
    /// Half of them are not longer.
    public var p50Ns: Int64 = 0
    /// 99 % of them are not longer.
    public var p99Ns: Int64 = 0
    /// The longest.
    public var maxNs: Int64 = 0
    /// Their sum as a part of the time, 1 for one that never ends; without that of nested actions.
    public var busy = 0.0
    /// How many there were since the reader was attached.
    public var total: UInt64 = 0
  }

  /// The actions of one name.
  public struct ActionRow: Codable, Sendable, Equatable {
    /// The wrapper's prefix.
    public var prefix: String
    /// The action's name.
    public var name: String
    /// How long its reducers took.
    public var durations = Durations()
    /// How long they took, by powers of two; only of a row that was asked for.
    public var distribution: [Octave]?
    /// How many changed the state, of those that ended since the reader was attached.
    public var stateChanges: UInt64 = 0
    /// How many returned an effect, of those that ended since the reader was attached.
    public var effects: UInt64 = 0
  }

  /// The number of durations between a power of two and the next.
  public struct Octave: Codable, Sendable, Equatable {
    /// The shortest, in nanoseconds.
    public var fromNs: Int64
    /// How many there are.
    public var count: UInt64
  }

  /// All effects.
  public struct Effects: Codable, Sendable, Equatable {
    /// How many run.
    public var alive = 0
    /// The one that has run the longest.
    public var oldest: Oldest?
    /// Those that ended within the window.
    public var ended = Durations()

    /// An effect that runs.
    public struct Oldest: Codable, Sendable, Equatable {
      /// The prefix of the action that started it.
      public var prefix: String
      /// The action that started it.
      public var name: String
      /// For how long it has run.
      public var ageNs: Int64
    }
  }

  /// The effects that actions of one name have started.
  public struct EffectRow: Codable, Sendable, Equatable {
    /// The wrapper's prefix.
    public var prefix: String
    /// The action's name.
    public var name: String
    /// How many run.
    public var alive = 0
    /// For how long the oldest of them has run.
    public var oldestNs: Int64?
    /// Those that ended within the window.
    public var ended = Durations()
    /// How many were cancelled, since the reader was attached.
    public var cancelled: UInt64 = 0
    /// How many failed, since the reader was attached.
    public var failed: UInt64 = 0
  }

  /// The queues of the stores.
  public struct Queue: Codable, Sendable, Equatable {
    /// The largest number of actions that were before one that was sent within the window; `nil` where the
    /// session does not record sends.
    public var maxDepth: UInt64?
    /// The time between an action's sending and its begin, within the window; `nil` likewise.
    public var wait: Durations?
  }

  /// One slow action.
  public struct SlowAction: Codable, Sendable, Equatable {
    /// When it ended.
    public var timeNs: Int64
    /// How long it took.
    public var durationNs: Int64
    /// The wrapper's prefix.
    public var prefix: String
    /// The action's name.
    public var name: String
    /// The process, an index into ``LiveSnapshot/processes``.
    public var process: Int
    /// The action that started the effect that sent it; empty for one from outside.
    public var cause: String
  }

  /// What is missing.
  public struct Losses: Codable, Sendable, Equatable {
    /// Events that did not fit into the buffers.
    public var events: UInt64 = 0
    /// Packets, each of many events, that were overwritten, or were gone before they were read.
    public var packets: UInt64 = 0
    /// How often something was lost without a count.
    public var uncounted: UInt64 = 0
    /// Whether anything was lost within the last minute.
    public var isRecent = false

    /// Whether nothing is missing.
    public var isEmpty: Bool { events == 0 && packets == 0 && uncounted == 0 }
  }

  /// A recorded process.
  public struct Process: Codable, Sendable, Equatable {
    /// Its name, empty where the session does not say.
    public var name: String
    /// Its id.
    public var pid: Int64?
    /// Its machine.
    public var host: String
    /// Whether it goes on.
    public var isAlive: Bool
    /// How many actions it has begun since the reader was attached.
    public var actions: UInt64
  }
}
