/// What is known about a trace once it was read.
public struct TraceSummary: Sendable, Equatable {
  /// Timestamps of the first and the last event, in nanoseconds since the Unix epoch.
  public var timeRange: ClosedRange<Int64>?

  /// Events of all providers.
  public var eventCount: UInt64 = 0

  /// Events of the provider `composable`, the malformed ones included.
  public var composableEventCount: UInt64 = 0

  /// Events of the provider `composable` that this version of the schema does not have.
  public var unknownEventCount: UInt64 = 0

  /// Events of the provider `composable` without a field they cannot do without.
  public var malformedEventCount: UInt64 = 0

  /// The processes that wrote it, in the order of their first event.
  public var processes: [TraceProcess] = []

  /// The threads that wrote it, in the order of their first event; none where no session recorded
  /// the context `vtid`.
  public var threads: [TraceThread] = []

  /// The streams that lost something.
  public var losses: [StreamLoss] = []

  /// What could not be read, and why.
  public var damage: [TraceDamage] = []

  /// The versions of the schema it was written with, in ascending order.
  public var schemaVersions: [UInt64] = []

  /// Statements about how the trace was recorded: the cause of a snapshot, removed chunks, the end
  /// of an incomplete recording.
  public var remarks: [String] = []

  /// The recordings of `signpost record` that it belongs to.
  package var recordings: [RecordedTrace] = []

  /// Whether everything that happened is in the trace, as far as is known: `false` when events were
  /// lost, when a part could not be read, or when the recording did not come to its end.
  public var isComplete: Bool {
    damage.isEmpty && losses.isEmpty
      && recordings.allSatisfy { recording in
        guard let end = recording.manifest.end else { return true }
        return end.lossesAreKnown && (end.discardedEvents ?? 0) == 0
      }
  }
}

/// A process that wrote into a trace.
public struct TraceProcess: Sendable, Equatable {
  /// The process id as the process itself saw it, `nil` where the trace does not say.
  public var vpid: Int64?

  /// The name of the process, empty where the trace does not say.
  public var name: String

  /// The name of the machine it ran on, empty where the trace does not say.
  public var host = ""

  /// When the clock of its machine was at 0, in nanoseconds since the Unix epoch; `nil` where that
  /// is not known.
  package var clockOrigin: Int64?

  /// Whether both are the same process: its clock does not matter, which each trace sets a little
  /// differently.
  public static func == (left: Self, right: Self) -> Bool {
    left.vpid == right.vpid && left.name == right.name && left.host == right.host
  }
}

/// A thread that wrote into a trace.
public struct TraceThread: Sendable, Equatable {
  /// Its process: an index into ``TraceSummary/processes``.
  public var process: ProcessIndex

  /// The thread id as the process itself saw it: of the main thread, that of the process.
  public var vtid: Int64

  /// The name it had when it first wrote; empty where the trace does not say, which takes the
  /// context `procname`.
  public var name: String
}

/// What the tracer could not record in one stream.
public struct StreamLoss: Sendable, Equatable {
  /// The stream's file.
  public var stream: String

  /// The number of events known to be lost.
  public var events: UInt64 = 0

  /// How often events were lost without anyone knowing how many.
  public var uncountedEvents: UInt64 = 0

  /// The number of whole packets known to be lost.
  public var packets: UInt64 = 0

  /// How often packets were lost without anyone knowing how many.
  public var uncountedPackets: UInt64 = 0
}

/// A part of a trace that could not be read.
public struct TraceDamage: Sendable, Equatable, Codable {
  /// The file or directory.
  public var path: String

  /// One sentence on what is wrong with it.
  public var message: String

  /// Notes a damage.
  public init(path: String, message: String) {
    self.path = path
    self.message = message
  }
}
