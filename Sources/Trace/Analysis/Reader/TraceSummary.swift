import RecordingManifests

/// The summary of a trace that was read.
public struct TraceSummary: Sendable, Equatable {
  /// Timestamps of the first and the last event, in nanoseconds since the Unix epoch.
  public var timeRange: ClosedRange<Int64>?

  /// Events of all providers.
  public var eventCount: UInt64 = 0

  /// Events of the provider `composable`, including malformed ones.
  public var composableEventCount: UInt64 = 0

  /// Events of the provider `composable` that are not in this version of the schema.
  public var unknownEventCount: UInt64 = 0

  /// Events of the provider `composable` without a required field.
  public var malformedEventCount: UInt64 = 0

  /// The processes that wrote it, in the order of their first event.
  public var processes: [TraceProcess] = []

  /// The threads that wrote it, in the order of their first event; none if no session recorded the
  /// context `vtid`.
  public var threads: [TraceThread] = []

  /// The streams with losses.
  public var losses: [StreamLoss] = []

  /// The unreadable parts, and the reasons.
  public var damage: [TraceDamage] = []

  /// The versions of the schema it was written with, in ascending order.
  public var schemaVersions: [UInt64] = []

  /// Statements about how the trace was recorded: the cause of a snapshot, removed chunks, the end
  /// of an incomplete recording.
  public var remarks: [String] = []

  /// The parts of a recording that repeat each other, or have a gap between them.
  public var parts: [PartRelation] = []

  /// Whether the filter of the reading selects nothing: the trace has no such name, process or
  /// time.
  package var selectsNothing = false

  /// Whether processes are distinguished by more than their ids, which several containers may give
  /// to processes that share buffers.
  package var identifiesProcesses = true

  /// The recordings of `signpost record` that it belongs to.
  package var recordings: [RecordedTrace] = []

  /// The events that these recordings selected; empty if they recorded all.
  package var selections: [RecordingManifest.Selection] {
    // Chunks repeat the selections of their recording.
    let all = recordings.flatMap { $0.manifest.selections ?? [] }
      .reduce(into: [RecordingManifest.Selection]()) { if !$0.contains($1) { $0.append($1) } }
    return all.allSatisfy(\.isEverything) ? [] : all
  }

  /// The period of a process: from its first to its last event; the whole trace if it is the only
  /// process.
  package func period(of process: Int) -> ClosedRange<Int64>? {
    processes.count == 1 ? timeRange : processes[process].timeRange
  }

  /// Whether the trace is complete, as far as known: `false` if events were lost, if a part could
  /// not be read or is missing between others, if the beginning of a program is missing, or if the
  /// recording was interrupted or did not end normally.
  public var isComplete: Bool {
    damage.isEmpty && losses.isEmpty && !parts.contains { $0.kind == .gap }
      && recordings.allSatisfy { recording in
        guard recording.manifest.late?.isEmpty ?? true,
          recording.manifest.interruptions?.isEmpty ?? true
        else { return false }
        guard let end = recording.manifest.end else { return true }
        return end.lossesAreKnown && (end.discardedEvents ?? 0) == 0
      }
  }
}

/// A process that wrote into a trace.
public struct TraceProcess: Sendable, Equatable {
  /// The process id as the process itself saw it, `nil` if unknown.
  public var vpid: Int64?

  /// The name of the process, empty if unknown.
  public var name: String

  /// The name of the machine it ran on, empty if unknown.
  public var host = ""

  /// How it leaves out chains of actions; `nil` if it records all.
  public var sampling: TraceSampling?

  /// The time at which the clock of its machine was 0, in nanoseconds since the Unix epoch; `nil`
  /// if unknown.
  package var clockOrigin: Int64?

  /// The directory of the recording that its trace belongs to; `nil` if there is no manifest.
  package var recording: String?

  /// Timestamps of its first and its last event, in nanoseconds since the Unix epoch. A trace does
  /// not contain the end of a process: one without further events may have ended, or had nothing to
  /// do.
  package var timeRange: ClosedRange<Int64>?

  /// Whether both are the same process: their clocks are ignored, as each trace sets them slightly
  /// differently.
  public static func == (left: Self, right: Self) -> Bool {
    left.vpid == right.vpid && left.name == right.name && left.host == right.host
  }
}

/// A thread that wrote into a trace.
public struct TraceThread: Sendable, Equatable {
  /// The process of the thread: an index into ``TraceSummary/processes``.
  public var process: ProcessIndex

  /// The thread id as the process itself saw it; for the main thread, the process id.
  public var vtid: Int64

  /// The name of the thread at its first event; empty if unknown, which requires the context
  /// `procname`.
  public var name: String
}

/// The losses of one stream.
public struct StreamLoss: Sendable, Equatable {
  /// The stream's file.
  public var stream: String

  /// The number of lost events, as far as counted.
  public var events: UInt64 = 0

  /// The number of losses of events without a count.
  public var uncountedEvents: UInt64 = 0

  /// The number of lost packets, as far as counted.
  public var packets: UInt64 = 0

  /// The number of losses of packets without a count.
  public var uncountedPackets: UInt64 = 0

  /// Adds a loss of events; `nil` if their number is unknown.
  mutating func addEvents(_ count: UInt64?) {
    if let count {
      events = events.addingClamped(count)
    } else {
      uncountedEvents += 1
    }
  }

  /// Adds a loss of packets; `nil` if their number is unknown.
  mutating func addPackets(_ count: UInt64?) {
    if let count {
      packets = packets.addingClamped(count)
    } else {
      uncountedPackets += 1
    }
  }
}

/// A part of a trace that could not be read.
public struct TraceDamage: Sendable, Equatable, Codable {
  /// The file or directory.
  public var path: String

  /// A sentence that describes the problem.
  public var message: String

  /// Records damage.
  public init(path: String, message: String) {
    self.path = path
    self.message = message
  }
}
