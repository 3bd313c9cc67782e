/// How a recording was made, and how it ended: `signpost.json` at the top of its directory.
///
/// A trace that LTTng wrote without the command `signpost record` has no manifest. Readers ignore
/// fields that they do not recognize, so that a later version may add to it.
package struct RecordingManifest: Codable, Equatable, Sendable {
  /// The name of the file in the directory of a recording.
  package static let fileName = "signpost.json"
  /// The version that this library writes.
  package static let version = 1

  package var version: Int
  package var mode: Mode
  /// The content of the directory.
  package var part: Part
  /// The command line, without the arguments of the program.
  package var command: [String]
  /// The name of LTTng's session.
  package var session: String
  /// The name of the recording, which resumes it; nil for none.
  package var name: String?
  /// The program that the recorder started.
  package var program: Program?
  /// The processes that the recorder attached to.
  package var attached: [Process]
  /// The programs that were started meanwhile, and whose beginning is not in the trace: LTTng had
  /// not registered them in time, or the recorder had not found them. nil if there are none, or if
  /// that is unknown.
  package var late: [Process]?
  package var host: Host?
  package var options: Options
  /// When the recording began and ended, in UTC, such as `2026-11-22T20:15:00Z`.
  package var started: String
  package var ended: String?
  /// The end of the recording; nil while it records, or if the recorder was killed.
  package var end: End?
  /// The cause of a snapshot.
  package var snapshot: Snapshot?
  /// How a long recording was divided; nil unless it was rotated.
  package var rotation: Rotation?
  /// The number of a chunk, from 0 on.
  package var chunk: Int?
  /// How processor time was sampled; nil if it was not.
  package var profile: Profile?
  /// The times without a recording between its parts, oldest first; nil if there are none.
  package var interruptions: [Interruption]?
  /// The selected events, from the start and from each change on, oldest first; nil if all were
  /// recorded.
  package var selections: [Selection]?

  package init(
    mode: Mode, part: Part = .recording, command: [String], session: String,
    program: Program? = nil, attached: [Process] = [], host: Host? = nil,
    options: Options = Options(), started: String
  ) {
    version = Self.version
    self.mode = mode
    self.part = part
    self.command = command
    self.session = session
    self.program = program
    self.attached = attached
    self.host = host
    self.options = options
    self.started = started
  }

  /// The recorded processes.
  package struct Mode: RawRepresentable, Codable, Hashable, Sendable {
    package var rawValue: String

    package init(rawValue: String) { self.rawValue = rawValue }

    /// A program that the recorder started.
    package static let program = Self(rawValue: "program")
    /// Processes that ran already.
    package static let attached = Self(rawValue: "attached")
    /// Every instrumented process of the user.
    package static let registered = Self(rawValue: "registered")
  }

  /// The part of a recording that a directory contains.
  package struct Part: RawRepresentable, Codable, Hashable, Sendable {
    package var rawValue: String

    package init(rawValue: String) { self.rawValue = rawValue }

    /// The whole recording.
    package static let recording = Self(rawValue: "recording")
    /// The snapshots of a flight recorder, each in a directory of its own.
    package static let snapshots = Self(rawValue: "snapshots")
    /// The contents of a flight recorder's buffers at one moment.
    package static let snapshot = Self(rawValue: "snapshot")
    /// A chunk of a rotated recording.
    package static let chunk = Self(rawValue: "chunk")
  }

  package struct Program: Codable, Equatable, Sendable {
    /// As it was typed, without its arguments: those may contain private data.
    package var name: String
    package var pid: Int32
    /// As a shell reports it; nil while the program runs.
    package var exitCode: Int32?

    package init(name: String, pid: Int32, exitCode: Int32? = nil) {
      self.name = name
      self.pid = pid
      self.exitCode = exitCode
    }
  }

  package struct Process: Codable, Equatable, Sendable {
    package var pid: Int32
    package var name: String

    package init(pid: Int32, name: String) {
      self.pid = pid
      self.name = name
    }
  }

  package struct Host: Codable, Equatable, Sendable {
    package var name: String
    /// The name and release of the kernel, such as `Linux 6.1.0`.
    package var system: String?

    package init(name: String, system: String? = nil) {
      self.name = name
      self.system = system
    }
  }

  package struct Options: Codable, Equatable, Sendable {
    package var subbufferSize: Int?
    package var subbufferCount: Int?
    /// Whether programs wait for room instead of losing events.
    package var blocking: Bool?
    /// The patterns of the events.
    package var events: [String]?
    /// The thresholds of slow events that trigger a snapshot, such as `16ms:todos`.
    package var slow: [String]?
    /// The part of all chains of actions that the program was requested to record, such as `1/100`.
    package var sample: String?
    /// The most actions that it was requested to record in a second, such as `50000/s`.
    package var maxRate: String?

    package init(
      subbufferSize: Int? = nil, subbufferCount: Int? = nil, blocking: Bool? = nil,
      events: [String]? = nil, slow: [String]? = nil, sample: String? = nil,
      maxRate: String? = nil
    ) {
      self.subbufferSize = subbufferSize
      self.subbufferCount = subbufferCount
      self.blocking = blocking
      self.events = events
      self.slow = slow
      self.sample = sample
      self.maxRate = maxRate
    }
  }

  /// The events that programs were requested to emit.
  package struct Selection: Codable, Equatable, Sendable {
    /// The kinds, with those that they require, such as `actions`; nil for all.
    package var kinds: [String]?
    /// Patterns of prefixes, one of which has to match; nil for all.
    package var prefixes: [String]?
    /// The same for names.
    package var names: [String]?
    /// When it began, in UTC; nil for the start of the recording.
    package var since: String?

    package init(
      kinds: [String]? = nil, prefixes: [String]? = nil, names: [String]? = nil,
      since: String? = nil
    ) {
      self.kinds = kinds
      self.prefixes = prefixes
      self.names = names
      self.since = since
    }
  }

  package struct End: Codable, Equatable, Sendable {
    package var reason: Reason
    /// Whether the number of lost events is complete.
    package var lossesAreKnown: Bool
    /// LTTng's number of lost events at the end of the recording; nil if unknown.
    package var discardedEvents: Int?
    package var lostPackets: Int?
    /// Statements for readers, as complete sentences.
    package var message: String?

    package init(
      _ reason: Reason, lossesAreKnown: Bool = true, discardedEvents: Int? = nil,
      lostPackets: Int? = nil, message: String? = nil
    ) {
      self.reason = reason
      self.lossesAreKnown = lossesAreKnown
      self.discardedEvents = discardedEvents
      self.lostPackets = lostPackets
      self.message = message
    }

    package struct Reason: RawRepresentable, Codable, Hashable, Sendable {
      package var rawValue: String

      package init(rawValue: String) { self.rawValue = rawValue }

      /// All recorded events reached the disk.
      package static let complete = Self(rawValue: "complete")
      package static let diskFull = Self(rawValue: "diskFull")
      /// A file reached the maximum size that the system allows.
      package static let fileLimit = Self(rawValue: "fileLimit")
      /// The directory of the recording was removed or renamed.
      package static let outputMoved = Self(rawValue: "outputMoved")
      package static let daemonDied = Self(rawValue: "daemonDied")
      /// The process of LTTng that writes the trace died.
      package static let consumerDied = Self(rawValue: "consumerDied")
      /// The user did not wait until the trace was complete.
      package static let givenUp = Self(rawValue: "givenUp")
      /// LTTng could not complete the trace.
      package static let notStopped = Self(rawValue: "notStopped")
      /// The connection to the relay daemon was lost.
      package static let relayLost = Self(rawValue: "relayLost")
    }
  }

  /// A time in which nothing was recorded, between two parts of a recording.
  package struct Interruption: Codable, Equatable, Sendable {
    /// When the earlier part ended and the later one began, in UTC; the first is the time of the
    /// last write if the recorder was killed.
    package var from: String
    package var to: String
    /// The end of the earlier part; nil if its recorder was killed.
    package var reason: End.Reason?
    /// Whether the number of lost events before it is known; nil in earlier manifests.
    package var lossesAreKnown: Bool?

    package init(from: String, to: String, reason: End.Reason?, lossesAreKnown: Bool? = nil) {
      self.from = from
      self.to = to
      self.reason = reason
      self.lossesAreKnown = lossesAreKnown
    }
  }

  /// The cause of a snapshot.
  package struct Snapshot: Codable, Equatable, Sendable {
    package var number: Int
    package var cause: Cause
    /// The time of the request, in UTC.
    package var taken: String
    /// The condition that triggered it; nil unless a slow event was the cause.
    package var slow: Slow?
    /// Another condition that was met, as an option such as `--on-queue 100`; nil for none.
    package var condition: String?

    package init(
      number: Int, cause: Cause, taken: String, slow: Slow? = nil, condition: String? = nil
    ) {
      self.number = number
      self.cause = cause
      self.taken = taken
      self.slow = slow
      self.condition = condition
    }

    package struct Cause: RawRepresentable, Codable, Hashable, Sendable {
      package var rawValue: String

      package init(rawValue: String) { self.rawValue = rawValue }

      /// `signpost snapshot`.
      package static let command = Self(rawValue: "command")
      /// A signal to the recorder.
      package static let signal = Self(rawValue: "signal")
      /// A reduce or an observer that exceeded a threshold.
      package static let slow = Self(rawValue: "slow")
      /// An effect that failed.
      package static let effect = Self(rawValue: "effect")
      /// The length of a queue of actions.
      package static let queue = Self(rawValue: "queue")
      /// The memory of a process.
      package static let memory = Self(rawValue: "memory")
      /// The end of the recording.
      package static let end = Self(rawValue: "end")
    }

    /// The thresholds that a reduce or an observer exceeded. The first event of
    /// `composable_latency` since then names it.
    package struct Slow: Codable, Equatable, Sendable {
      /// The rules, such as `16ms:todos`.
      package var rule: String
      /// When the recorder set the triggers, in nanoseconds since the epoch; nil if unknown.
      package var armed: String?

      package init(rule: String, armed: String? = nil) {
        self.rule = rule
        self.armed = armed
      }
    }
  }

  /// The rotation of a long recording.
  package struct Rotation: Codable, Equatable, Sendable {
    /// In seconds, if chunks end by time.
    package var seconds: Int?
    /// In bytes, if chunks end by size.
    package var bytes: Int?
    package var keptChunks: Int?
    package var mostBytes: Int?
    /// The number of chunks removed to keep within these limits: the recording starts after them.
    package var removedChunks: Int

    package init(
      seconds: Int? = nil, bytes: Int? = nil, keptChunks: Int? = nil, mostBytes: Int? = nil,
      removedChunks: Int = 0
    ) {
      self.seconds = seconds
      self.bytes = bytes
      self.keptChunks = keptChunks
      self.mostBytes = mostBytes
      self.removedChunks = removedChunks
    }
  }

  /// Samples of processor time: the output of `perf`, and a profile made of it, lie beside the
  /// manifest.
  package struct Profile: Codable, Equatable, Sendable {
    /// The requested number of samples in a second of processor time.
    package var frequency: Int
    /// The method of unwinding: `fp` or `dwarf`.
    package var unwinding: String
    /// Start and end, in nanoseconds of the machine's monotonic clock.
    package var start: Int64
    package var end: Int64
    /// nil before the profile has been made.
    package var samples: Int?
    /// The number of samples that `perf` discarded.
    package var lost: Int?
    /// The problem with it, if any.
    package var message: String?

    package init(frequency: Int, unwinding: String, start: Int64, end: Int64) {
      self.frequency = frequency
      self.unwinding = unwinding
      self.start = start
      self.end = end
    }
  }
}
