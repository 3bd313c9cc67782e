import ArgumentParser
import TraceRecording

/// Options of long recordings: flight recorders and rotation.
struct LongRecordingOptions: ParsableArguments {
  @Flag(help: "Keep the latest events in memory; write on request.")
  var snapshot = false

  @Option(
    name: .customLong("on-slow"),
    help: ArgumentHelp(
      "Write a snapshot when a reduce or an observer takes longer: 16ms[:prefix[:action]].",
      valueName: "time"))
  var onSlow: [SlowRule] = []

  @Flag(name: .customLong("on-failed-effect"), help: "The same when an effect fails.")
  var onFailedEffect = false

  @Option(
    name: .customLong("on-queue"),
    help: ArgumentHelp("The same when so many actions wait in a store.", valueName: "actions"))
  var onQueue: Int?

  @Option(
    name: .customLong("on-memory"),
    help: ArgumentHelp("The same when a process has so much memory.", valueName: "size"))
  var onMemory: String?

  @Option(
    name: .customLong("max-snapshots"),
    help: ArgumentHelp(
      "Most of these, or most in an hour: 4/h; 10 by default.",
      valueName: "count"))
  var mostSnapshots: String?

  @Option(
    name: .customLong("snapshot-pause"),
    help: ArgumentHelp("Least time between two of these; 10s by default.", valueName: "time"))
  var snapshotPause: TimeSpan?

  @Option(
    help: ArgumentHelp(
      "Divide it into chunks of a time or size: 10min, 500M.",
      valueName: "time|size"))
  var rotate: Rotation?

  @Option(help: ArgumentHelp("Keep this many complete chunks.", valueName: "count"))
  var keep: Int?

  @Option(
    name: .customLong("max-size"),
    help: ArgumentHelp(
      "Remove the oldest chunks beyond this size.", valueName: "size"))
  var mostBytes: String?

  /// The options that a profile cannot be combined with, and the reasons.
  func validateProfile() throws {
    if isFlightRecorder {
      throw ValidationError(
        "perf finds the names of functions in the memory of the program, and a snapshot is often "
          + "written when that is gone: leave out --snapshot and --on-…, or --cpu-profile.")
    }
    if rotation != nil {
      throw ValidationError(
        "The samples are one file, which --keep and --max-size cannot limit: leave out --rotate and "
          + "--max-size, or sample for a while with --attach PID --duration 30s.")
    }
  }

  /// A time or a size.
  struct Rotation: ExpressibleByArgument, Equatable {
    var schedule: RotationOptions.Schedule

    init?(argument: String) {
      // A capital M is a size; minutes are 10m or 10min.
      let minutes = argument.hasSuffix("m") ? argument + "in" : argument
      if let time = TimeSpan(argument: minutes), time.nanoseconds >= 1_000_000_000 {
        schedule = .seconds(Int(time.nanoseconds / 1_000_000_000))
      } else if argument.last?.isUppercase == true, let size = ByteCount(argument),
        size.bytes > 0
      {
        schedule = .bytes(size.bytes)
      } else {
        return nil
      }
    }
  }

  func validate() throws {
    if isFlightRecorder, rotate != nil || keep != nil || mostBytes != nil {
      throw ValidationError(
        "A flight recorder writes nothing until a snapshot is requested: leave out --rotate, "
          + "--keep and --max-size, or --snapshot and --on-….")
    }
    if !isTriggered, mostSnapshots != nil || snapshotPause != nil {
      throw ValidationError(
        "--max-snapshots and --snapshot-pause need a condition, such as --on-slow.")
    }
    if let mostSnapshots, FlightRecorderOptions.Limit(mostSnapshots) == nil {
      throw ValidationError("--max-snapshots takes a number from 1 on, or one in an hour, as 4/h.")
    }
    if let onQueue, onQueue < 1 {
      throw ValidationError("--on-queue takes a number of actions from 1 on.")
    }
    if let onMemory, ByteCount(onMemory) == nil {
      throw ValidationError(
        "--on-memory takes a number with K, M or G behind it, and '\(onMemory)' is none.")
    }
    if let keep {
      guard keep >= 1 else { throw ValidationError("--keep takes a number from 1 on.") }
      guard rotate != nil || mostBytes != nil else {
        throw ValidationError("--keep needs --rotate, which says when a chunk ends.")
      }
    }
    if let mostBytes {
      guard let size = ByteCount(mostBytes) else {
        throw ValidationError(
          "--max-size takes a number with K, M or G behind it, and '\(mostBytes)' is none.")
      }
      guard size.bytes >= RotationOptions.leastBytes else {
        throw ValidationError("--max-size is 4M at least.")
      }
      if case .bytes(let chunk)? = rotate?.schedule, chunk > size.bytes / 2 {
        throw ValidationError("--rotate must be at most half of --max-size.")
      }
    }
  }

  /// The conditions of snapshots, besides slow events.
  var conditions: [SnapshotCondition] {
    [
      onFailedEffect ? .failedEffect : nil, onQueue.map { .queue($0) },
      onMemory.flatMap { ByteCount($0) }.map { .memory($0) },
    ].compactMap(\.self)
  }

  private var isTriggered: Bool { !onSlow.isEmpty || !conditions.isEmpty }
  var isFlightRecorder: Bool { snapshot || isTriggered }
  /// The first of its conditions that is about actions; nil if there is none.
  var conditionOnActions: String? {
    onSlow.isEmpty ? conditions.first { $0.kind != nil }?.option : "--on-slow"
  }

  var flight: FlightRecorderOptions? {
    guard isFlightRecorder else { return nil }
    return FlightRecorderOptions(
      slow: onSlow, conditions: conditions,
      limit: mostSnapshots.flatMap { .init($0) } ?? FlightRecorderOptions.usualLimit,
      pause: snapshotPause.map { .nanoseconds($0.nanoseconds) } ?? FlightRecorderOptions.usualPause)
  }

  var rotation: RotationOptions? {
    let bytes = mostBytes.flatMap { ByteCount($0)?.bytes }
    guard let schedule = rotate?.schedule ?? bytes.map({ .bytes(RotationOptions.chunk(of: $0)) })
    else { return nil }
    return RotationOptions(schedule: schedule, keep: keep, mostBytes: bytes)
  }
}

extension SlowRule: ExpressibleByArgument {
  /// Parses a text such as `16ms`, `16ms:prefix` or `16ms:prefix:action`.
  public init?(argument: String) {
    let parts = argument.split(
      separator: ":", maxSplits: 2, omittingEmptySubsequences: false
    ).map(String.init)
    guard let time = TimeSpan(argument: parts[0]) else { return nil }
    func text(_ index: Int) -> String? {
      guard parts.count > index, !parts[index].isEmpty, parts[index] != "*" else { return nil }
      return parts[index]
    }
    self.init(limit: time.nanoseconds, prefix: text(1), action: text(2))
  }
}
