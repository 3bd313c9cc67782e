import ArgumentParser
import Glibc
import SystemSupport
import TraceRecording

/// The options of `record` and `start`.
struct RecordOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Record a running process to its end, or all of a name.",
      valueName: "pid|name"))
  var attach: String?

  @Option(
    help: ArgumentHelp(
      "End after this time, such as 10s; without --attach, record whatever is instrumented.",
      valueName: "time"))
  var duration: TimeSpan?

  @Option(
    help: ArgumentHelp(
      "Send the trace to a relay daemon: see `signpost collect --help`.",
      discussion: "By a tunnel only. --output keeps a note of how it ended.",
      valueName: "host[:port]"))
  var relay: RelayAddress?

  @Flag(help: "Send to the relay in the clear.")
  var insecure = false

  @Option(
    name: .customLong("retry-for"),
    help: ArgumentHelp(
      "How long to wait at the end for a relay that accepts no data; 1s or more, default 30s.",
      valueName: "time"))
  var chosenPatience: TimeSpan?

  /// An earlier name of `--retry-for`.
  @Option(name: .customLong("relay-timeout"), help: .hidden)
  var formerPatience: TimeSpan?

  @OptionGroup var recording: RecordingOptions
  @OptionGroup var long: LongRecordingOptions

  @Flag(
    name: .customLong("follow-forks"),
    help: "Preload a library, to record forks without exec.")
  var followForks = false

  @Flag(
    name: .customLong("no-wait"),
    help: "End with the program, whatever it leaves running.")
  var noWait = false

  @Option(
    help: ArgumentHelp(
      "Run the program as this user, and record as root.", valueName: "user"))
  var user: String?

  @Flag(
    name: .customLong("use-daemon"),
    help: "Record all programs of your running session daemon.")
  var useDaemon = false

  @Flag(
    name: .customLong("all-stores"),
    help: "Trace also stores without a .signpost() wrapper.")
  var allStores = false

  @OptionGroup var selection: SelectionOptions
  @OptionGroup var sampling: SamplingOptions

  @Flag(name: .customLong("no-report"), help: "Print no report at the end.")
  var noReport = false

  @OptionGroup
  var loss: LossOptions

  @Flag(name: .shortAndLong, help: "Say nothing unless something goes wrong; no report.")
  var quiet = false

  @Flag(name: .shortAndLong, help: "Report each step, and its time.")
  var verbose = false

  var level: RecordConsole.Level { quiet ? .quiet : verbose ? .verbose : .normal }

  private var patience: TimeSpan? { chosenPatience ?? formerPatience }

  /// - Parameters:
  ///   - isProgram: Whether a program is started.
  ///   - isUnattended: Whether processes are recorded until the recording is stopped.
  func validate(isProgram: Bool, isUnattended: Bool) throws {
    try validateSubject(isProgram: isProgram, isUnattended: isUnattended)
    try validateRelay(isProgram: isProgram)
    if long.isFlightRecorder, recording.blocking {
      throw ValidationError("A flight recorder overwrites old events: leave out --blocking.")
    }
    if recording.profile != nil {
      if !isProgram, attach == nil {
        throw ValidationError(
          "--cpu-profile samples a program, or a process that runs: add --attach PID, or -- ./program"
        )
      }
      try long.validateProfile()
    }
    try OptionConflict.refuseSeveral(of: ["--quiet": quiet, "--verbose": verbose])
  }

  private func validateSubject(isProgram: Bool, isUnattended: Bool) throws {
    let attaches = attach != nil || duration != nil || isUnattended
    guard isProgram || attaches else {
      throw ValidationError(
        "Name the program to record: signpost record -- ./program arguments. Or a process that runs: "
          + "--attach PID. Or a time, in which every instrumented process is recorded: --duration 10s"
      )
    }
    guard !isProgram || !attaches else {
      throw ValidationError(
        "--attach and --duration record running processes; a program is recorded to its end.")
    }
    if let duration, duration.nanoseconds <= 0 {
      throw ValidationError(
        "--duration takes a time of more than 0, such as 10s; without --duration, --attach records to "
          + "the end of the process.")
    }
    if attaches, followForks || allStores || user != nil {
      throw ValidationError(
        "--follow-forks, --all-stores and --user are for programs that are started: add -- ./program"
      )
    }
    try OptionConflict.refuse(
      without: "a program to start", isProgram, ["--no-wait": noWait, "--use-daemon": useDaemon])
    if attaches, sampling.isGiven {
      throw ValidationError(
        "--sample and --max-rate are in the environment of a program that is started, and one that "
          + "runs has its own: add -- ./program")
    }
    try validateSelection(attaches: attaches)
    if sampling.sample != nil, let condition = long.conditionOnActions {
      throw ValidationError(
        "\(condition) would see only the actions of the sample: leave out --sample, or "
          + "\(condition).")
    }
    if let user {
      guard geteuid() == 0 else {
        throw ValidationError("Only root can run a program as another user: leave out --user.")
      }
      guard ProgramUser(user) != nil else {
        throw ValidationError("There is no user '\(user)' on this machine.")
      }
    }
  }

  private func validateSelection(attaches: Bool) throws {
    if attaches, selection.hasPatterns {
      throw ValidationError(
        "--prefix and --name are read by a program that is started: add -- ./program. For one that "
          + "runs, use --kind, or select when the recording is read: signpost report --prefix.")
    }
    if selection.hasPatterns, useDaemon {
      throw ValidationError(
        "--use-daemon records all programs of your daemon, and --prefix and --name are read by the one "
          + "that is started: leave out the one or the other.")
    }
    var events = events
    events.slow = long.onSlow
    events.conditions = long.conditions
    if let objection = events.objection(to: events.source) {
      throw ValidationError("\(objection): leave out the one or the other.")
    }
  }

  /// The events to record.
  var events: EventSelection {
    var events = sampling.applied(to: recording.events)
    events.source = selection.selection
    return events
  }

  private func validateRelay(isProgram: Bool) throws {
    try OptionConflict.refuseSeveral(
      of: ["--retry-for": chosenPatience != nil, "--relay-timeout": formerPatience != nil])
    guard relay != nil else {
      if insecure { throw ValidationError("--insecure is about sending: add --relay.") }
      if patience != nil { throw ValidationError("--retry-for is about sending: add --relay.") }
      return
    }
    if useDaemon {
      throw ValidationError(
        "--relay takes a daemon of its own, as the losses of a shared one cannot be attributed.")
    }
    if !isProgram || long.isFlightRecorder || long.rotation != nil {
      throw ValidationError(
        "--relay is about a program that is recorded to its end: signpost record --relay HOST -- "
          + "./program. Snapshots and chunks are written on this machine.")
    }
    if let patience, patience.nanoseconds < 1_000_000_000 {
      throw ValidationError("--retry-for takes 1s or more.")
    }
    if selection.isGiven {
      throw ValidationError(
        "No event says which events were selected, and the manifest, which does, stays on this machine: "
          + "leave out --relay, or select when the recording is read: signpost report --prefix.")
    }
    if recording.profile != nil {
      throw ValidationError(
        "perf writes its samples on this machine, and --relay has the trace on another: leave out "
          + "--relay, or --cpu-profile.")
    }
  }

  /// The options of recording a program.
  func program(
    name: String?, isInBackground: Bool, isStoppable: Bool, command: [String]
  ) -> Recording.Options {
    Recording.Options(
      output: relay.map {
        .relay(
          $0, allowsUnencrypted: insecure, manifest: recording.output,
          patience: patience.map { .nanoseconds($0.nanoseconds) } ?? .seconds(30))
      } ?? .directory(recording.output),
      buffers: recording.buffers, blocking: recording.blocking, followsForks: followForks,
      waitsForDescendants: !noWait, usesServingDaemon: useDaemon,
      user: user.flatMap(ProgramUser.init), events: events,
      tracesAllStores: allStores,
      name: name, flight: long.flight, rotation: long.rotation, profile: recording.profile,
      isInBackground: isInBackground, isStoppable: isStoppable, command: command)
  }
}

extension RelayAddress: ExpressibleByArgument {
  /// Parses a host, and ports after colons if there are any.
  public init?(argument: String) { self.init(argument) }
}

extension CommandLine {
  /// The last arguments as the operating system passed them: they need not be UTF-8.
  static func arguments(last count: Int) -> [ByteString] {
    (0..<Int(argc)).compactMap { unsafeArgv[$0] }.suffix(count).map { ByteString($0) }
  }
}
