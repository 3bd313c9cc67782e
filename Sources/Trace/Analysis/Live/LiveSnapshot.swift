/// The figures of `signpost top` at one moment.
///
/// Durations and times are in nanoseconds; times count from the Unix epoch. Rates and percentiles
/// cover the sliding window. Encoded with keys in snake case, this is the output of
/// `signpost top --json`.
public struct LiveSnapshot: Codable, Sendable, Equatable {
  /// The version of this format; it is raised when a key changes its meaning or is removed.
  public var version = 1
  /// The time up to which the session has been read.
  public var timeNs: Int64 = 0
  /// The delay of that time behind the present; only for a session of this machine, which has the
  /// same clock.
  public var lagNs: Int64?
  /// The period that the figures of the window cover.
  public var windowNs: Int64 = 0
  /// The use of the time within the window, of all processes together.
  public var time = TimeUse()
  /// The same as a sentence; empty without any span.
  public var timeSummary = ""
  /// All actions, as they were sent.
  public var actions = Durations()
  /// The number of actions that began in each of the latest whole seconds, the oldest first.
  public var actionsPerSecond: [UInt64] = []
  /// The actions by the name that the innermost wrapper gives them; nested wrappers count once.
  public var actionRows: [ActionRow] = []
  /// All effects.
  public var effects = Effects()
  /// The effects by the action that started them.
  public var effectRows: [EffectRow] = []
  /// The queues of actions.
  public var queue = Queue()
  /// The number of live stores.
  public var storesAlive = 0
  /// Reactions of observers.
  public var observers = Durations()
  /// The slowest actions that ended within the last minute, the slowest first.
  public var slowest: [SlowAction] = []
  /// Events that were not recorded, or not read in time.
  public var losses = Losses()
  /// The part of all chains of actions that is recorded, such as `1/100`, and the maximum rate,
  /// such as `50000/s`; `nil` if all are. The figures are of the recorded ones.
  public var sampled: String?
  /// The recorded processes, including those that have ended.
  public var processes: [Process] = []

  /// Creates a snapshot of an idle program.
  public init() {}

  /// Durations of the window.
  public struct Durations: Codable, Sendable, Equatable {
    /// The number of durations.
    public var count: UInt64 = 0
    /// The number per second.
    public var perSecond = 0.0
    /// The median.
    public var p50Ns: Int64 = 0
    /// The 99th percentile.
    public var p99Ns: Int64 = 0
    /// The longest.
    public var maxNs: Int64 = 0
    /// The sum of the durations as a part of the time, 1 for a continuous one; without nested
    /// actions.
    public var busy = 0.0
    /// The number since the reader was attached.
    public var total: UInt64 = 0
  }

  /// The actions of one name.
  public struct ActionRow: Codable, Sendable, Equatable {
    /// The wrapper's prefix.
    public var prefix: String
    /// The action's name.
    public var name: String
    /// The durations of its reducers.
    public var durations = Durations()
    /// The durations by powers of two; only in a requested row.
    public var distribution: [Octave]?
    /// The number of actions that changed the state, of those that ended since the reader was
    /// attached.
    public var stateChanges: UInt64 = 0
    /// The number of actions of which it is unknown whether they changed the state, of those that
    /// ended since the reader was attached.
    public var unknownChanges: UInt64 = 0
    /// The number of actions that returned an effect, of those that ended since the reader was
    /// attached.
    public var effects: UInt64 = 0
  }

  /// The number of durations between a power of two and the next.
  public struct Octave: Codable, Sendable, Equatable {
    /// The shortest, in nanoseconds.
    public var fromNs: Int64
    /// The number of durations.
    public var count: UInt64
  }

  /// All effects.
  public struct Effects: Codable, Sendable, Equatable {
    /// The number of running effects.
    public var alive = 0
    /// The oldest running effect.
    public var oldest: Oldest?
    /// The effects that ended within the window.
    public var ended = Durations()

    /// An effect that runs.
    public struct Oldest: Codable, Sendable, Equatable {
      /// The prefix of the action that started it.
      public var prefix: String
      /// The action that started it.
      public var name: String
      /// The age of the effect.
      public var ageNs: Int64
    }
  }

  /// The effects that actions of one name have started.
  public struct EffectRow: Codable, Sendable, Equatable {
    /// The wrapper's prefix.
    public var prefix: String
    /// The action's name.
    public var name: String
    /// The number of running effects.
    public var alive = 0
    /// The age of the oldest running effect.
    public var oldestNs: Int64?
    /// The effects that ended within the window.
    public var ended = Durations()
    /// The number of cancelled effects since the reader was attached.
    public var cancelled: UInt64 = 0
    /// The number of failed effects since the reader was attached.
    public var failed: UInt64 = 0
  }

  /// The queues of the stores.
  public struct Queue: Codable, Sendable, Equatable {
    /// The largest number of actions that were queued before an action sent within the window;
    /// `nil` if the session does not record sends.
    public var maxDepth: UInt64?
    /// The time between the send of an action and its begin, within the window;
    /// `nil` if the session does not record sends.
    public var wait: Durations?
  }

  /// A slow action.
  public struct SlowAction: Codable, Sendable, Equatable {
    /// The end of the action.
    public var timeNs: Int64
    /// The duration of the action.
    public var durationNs: Int64
    /// The wrapper's prefix.
    public var prefix: String
    /// The action's name.
    public var name: String
    /// The process, an index into ``LiveSnapshot/processes``.
    public var process: Int
    /// The action that started the effect that sent it; empty for an action from outside.
    public var cause: String
  }

  /// Lost events and packets.
  public struct Losses: Codable, Sendable, Equatable {
    /// Discarded events, which did not fit into the buffers.
    public var events: UInt64 = 0
    /// Packets, each with many events, that were overwritten before they were read.
    public var packets: UInt64 = 0
    /// The number of losses without a count.
    public var uncounted: UInt64 = 0
    /// Whether events were lost within the last minute.
    public var isRecent = false

    /// Whether no event was lost.
    public var isEmpty: Bool { events == 0 && packets == 0 && uncounted == 0 }
  }

  /// A recorded process.
  public struct Process: Codable, Sendable, Equatable {
    /// The name of the process, empty if the session does not record it.
    public var name: String
    /// The id of the process.
    public var pid: Int64?
    /// The machine of the process.
    public var host: String
    /// Whether the process is running.
    public var isAlive: Bool
    /// The number of actions that it has begun since the reader was attached.
    public var actions: UInt64
  }
}
