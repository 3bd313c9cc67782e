import CBenchLoops
import Logging
import Signpost

extension Suite {
  /// The cost of intervals, events and log records while no session records, relative to code
  /// without them.
  public static let signposter = Suite(
    "signposter",
    benchmarks: [
      Benchmark("signposter/absent") {
        .synchronous { count in
          for number in 0..<count { blackHole(number) }
        }
      },
      Benchmark("signposter/absent, log record") { logging(Nowhere()) },
    ]
      + Marking.all.flatMap { marking in
        [
          Benchmark("signposter/\(marking.name)/off", setUp: marking.operation),
          Benchmark("signposter/\(marking.name)/C, off") { marking.loopInC },
        ]
      },
    figures: Marking.all.map { marking in
      Figure(
        "\(marking.name): off over absent",
        .difference("signposter/\(marking.name)/off", from: "signposter/\(marking.absent)"))
    })

  /// The cost of signposters while a session records them, relative to the same events emitted by
  /// C.
  public static let signposting = Suite(
    "signposting",
    benchmarks: Marking.all.flatMap { marking in
      [
        Benchmark("signposting/\(marking.name)/on") {
          marking.operation().emitting(marking.events)
        },
        Benchmark("signposting/\(marking.name)/C") { marking.loopInC.emitting(marking.events) },
      ]
    },
    figures: Marking.all.map { marking in
      Figure(
        "\(marking.name): on, × the same in C",
        .ratio("signposting/\(marking.name)/on", to: "signposting/\(marking.name)/C"))
    },
    session: .info)
}

/// A way to mark an operation of a program, before or around the same short work.
private struct Marking: Sendable {
  static let all = [
    Marking("interval", RecordedEvents(intervals: 1), raw_intervals) {
      let signposter = opaque(Signposter(subsystem: "bench", category: "category"))
      return .synchronous { count in
        for number in 0..<count {
          signposter.withIntervalSignpost("name") {}
          blackHole(number)
        }
      }
    },
    Marking("begin and end", RecordedEvents(intervals: 1), raw_intervals) {
      let signposter = opaque(Signposter(subsystem: "bench", category: "category"))
      return .synchronous { count in
        for number in 0..<count {
          let state = signposter.beginInterval("name")
          blackHole(number)
          signposter.endInterval("name", state)
        }
      }
    },
    Marking("event", RecordedEvents(points: 1), raw_points) {
      let signposter = opaque(Signposter(subsystem: "bench", category: "category"))
      return .synchronous { count in
        for number in 0..<count {
          signposter.emitEvent("name")
          blackHole(number)
        }
      }
    },
    Marking("log record", RecordedEvents(points: 1), raw_logs, absent: "absent, log record") {
      logging(SignpostLogHandler(label: "bench"))
    },
  ]

  let name: String
  /// The events of one operation.
  let events: RecordedEvents
  private let write: @convention(c) (Int64) -> Void
  /// The benchmark without it.
  let absent: String
  let operation: @MainActor @Sendable () -> Operation

  init(
    _ name: String, _ events: RecordedEvents, _ write: @escaping @convention(c) (Int64) -> Void,
    absent: String = "absent", operation: @escaping @MainActor @Sendable () -> Operation
  ) {
    self.name = name
    self.events = events
    self.write = write
    self.absent = absent
    self.operation = operation
  }

  /// Emits the same events from C.
  @MainActor
  var loopInC: Operation {
    .synchronous { [write] count in write(Int64(count)) }
  }
}

@MainActor
private func logging(_ handler: any LogHandler) -> Operation {
  let logger = Logger(label: "bench") { _ in handler }
  return .synchronous { count in
    for number in 0..<count {
      logger.info("message")
      blackHole(number)
    }
  }
}

/// Discards records, so that the cost of the logger remains.
private struct Nowhere: LogHandler {
  var metadata: Logger.Metadata = [:]
  var metadataProvider: Logger.MetadataProvider?
  var logLevel = Logger.Level.info

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {}
}
