import ArgumentParser
import Glibc
import SystemSupport
import TraceRecording

/// Runs a program and records its composable features.
struct RecordCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "record",
    abstract: "Run a program and record the events of its features.",
    usage: """
      signpost record [options] -- ./program [arguments]
      signpost record [options] --attach PID|NAME [--duration 10s]
      signpost record [options] --duration 10s
      """,
    discussion: """
      Example: signpost record -o trace -- ./my-server --port 8080

      The program keeps its standard streams, its terminal, its signals and its exit code \
      (128 + N if signal N killed it); messages and the report go to standard error. If the \
      program succeeds and the recording broke off, the exit code is 74. A trace without events \
      is said so, and does not change the exit code.
      """
  )

  @Option(
    name: .customLong("attach"),
    help: ArgumentHelp(
      "Record a process that runs, or all of a name, instead of starting one.",
      valueName: "pid|name"))
  var attach: String?

  @Option(
    help: ArgumentHelp(
      "End after this time, such as 10s; without --attach, record whatever is instrumented.",
      valueName: "time"))
  var duration: TimeSpan?

  @Option(
    help: ArgumentHelp(
      "Send the trace to the relay daemon of `signpost collect`; see Fleets.md.",
      discussion: "By a tunnel only. --output keeps a note of how it ended.",
      valueName: "host[:control[:data]]"))
  var relay: RelayAddress?

  @Flag(help: "Send to the relay in the clear.")
  var insecure = false

  @Option(
    name: .customLong("relay-timeout"),
    help: ArgumentHelp(
      "How long a relay may take nothing at the end until it is given up, 1s or more; default 30s.",
      valueName: "time"))
  var relayTimeout: TimeSpan?

  @Option(help: ArgumentHelp("The name for stop and snapshot.", valueName: "name"))
  var name: String?

  /// Used by `start`: until it is stopped.
  @Flag(help: .hidden)
  var unattended = false

  /// Used by `start`: reports when recording has started.
  @Flag(help: .hidden)
  var background = false

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
      "Run the program as this user, and record as root.", valueName: "name"))
  var user: String?

  @Flag(
    name: .customLong("use-daemon"),
    help: "Record by your running daemon, all of its programs.")
  var useDaemon = false

  @Flag(
    name: .customLong("all-stores"),
    help: "Trace also stores without a .signpost() wrapper.")
  var allStores = false

  @Flag(name: .customLong("no-report"), help: "Print no report at the end.")
  var noReport = false

  @OptionGroup
  var loss: LossOptions

  @Flag(name: .shortAndLong, help: "Say nothing unless something goes wrong; no report.")
  var quiet = false

  @Flag(name: .shortAndLong, help: "Report each step, and its time.")
  var verbose = false

  @Argument(
    parsing: .captureForPassthrough,
    help: ArgumentHelp("The program and its arguments.", valueName: "program"))
  var command: [String] = []

  /// The program and its arguments, without the `--` before them.
  private var program: ArraySlice<String> {
    command.first == "--" ? command.dropFirst() : command[...]
  }

  func validate() throws {
    // The words after the options are passed on unchanged, so the parser leaves this to us.
    if let first = command.first, ["-h", "--help"].contains(first) {
      throw CleanExit.helpRequest(self)
    }
    if let first = command.first, first != "--", first.hasPrefix("-"), first.count > 1 {
      throw ValidationError("Unknown option '\(first)'.")
    }
    try validateSubject()
    if relay != nil, useDaemon {
      throw ValidationError(
        "--relay takes a daemon of its own, as the losses of a shared one cannot be attributed.")
    }
    if relay != nil, program.isEmpty || long.isFlightRecorder || long.rotation != nil {
      throw ValidationError(
        "--relay is about a program that is recorded to its end: signpost record --relay HOST -- "
          + "./program. Snapshots and chunks are written on this machine.")
    }
    if insecure, relay == nil {
      throw ValidationError("--insecure is about sending: add --relay.")
    }
    if let relayTimeout {
      if relay == nil { throw ValidationError("--relay-timeout is about sending: add --relay.") }
      if relayTimeout.nanoseconds < 1_000_000_000 {
        throw ValidationError("--relay-timeout takes 1s or more.")
      }
    }
    if recording.profile != nil {
      if program.isEmpty, attach == nil {
        throw ValidationError(
          "--cpu-profile samples a program, or a process that runs: add --attach PID, or -- ./program"
        )
      }
      if relay != nil {
        throw ValidationError(
          "perf writes its samples on this machine, and --relay has the trace on another: leave out "
            + "--relay, or --cpu-profile.")
      }
      try long.validateProfile()
    }
    if quiet && verbose {
      throw ValidationError("--quiet and --verbose contradict each other.")
    }
  }

  private func validateSubject() throws {
    let attaches = attach != nil || duration != nil || unattended
    if let name { try RecorderName.validate(name) }
    guard !program.isEmpty || attaches else {
      throw ValidationError(
        "Name the program to record: signpost record -- ./program arguments. Or a process that runs: "
          + "--attach PID. Or a time, in which every instrumented process is recorded: --duration 10s"
      )
    }
    guard program.isEmpty || !attaches else {
      throw ValidationError(
        "--attach and --duration record running processes; a program is recorded to its end.")
    }
    if attaches, followForks || allStores || user != nil {
      throw ValidationError(
        "--follow-forks, --all-stores and --user are for programs that record starts.")
    }
    if let user {
      guard geteuid() == 0 else {
        throw ValidationError("Only root can run a program as another user: leave out --user.")
      }
      guard ProgramUser(user) != nil else {
        throw ValidationError("There is no user '\(user)' on this machine.")
      }
    }
    if long.isFlightRecorder, recording.blocking {
      throw ValidationError("A flight recorder overwrites old events: leave out --blocking.")
    }
  }

  func run() throws {
    let level: RecordConsole.Level = quiet ? .quiet : verbose ? .verbose : .normal
    let console = RecordConsole(level: level)
    if program.isEmpty { return try attach(console: console) }
    var recording = Recording(
      options: Recording.Options(
        output: relay.map {
          .relay(
            $0, allowsUnencrypted: insecure, manifest: self.recording.output,
            patience: relayTimeout.map { .nanoseconds($0.nanoseconds) } ?? .seconds(30))
        } ?? .directory(self.recording.output),
        buffers: self.recording.buffers,
        blocking: self.recording.blocking, followsForks: followForks,
        waitsForDescendants: !noWait, usesServingDaemon: useDaemon,
        user: user.flatMap(ProgramUser.init),
        events: self.recording.events, tracesAllStores: allStores, name: name,
        flight: long.flight, rotation: long.rotation, profile: self.recording.profile,
        command: ownCommand),
      arguments: programArguments,
      emit: console.emit)
    let result: Recording.Result
    do {
      result = try recording.run { $0 }
    } catch {
      if let message = error.commandMessage { console.problem(message) }
      throw ExitCode(error.exitCode)
    }
    if result.end == .brokenOff, result.program == .exited(0) {
      console.note("the exit code is \(result.exitCode), as the recording broke off")
    }
    if let relay = result.relay {
      conclude(result, relay: relay, console: console)
      throw ExitCode(result.exitCode)
    }
    let losses = conclude(
      result.directory, end: result.end, sawProcesses: result.sawProcesses, console: console)
    throw ExitCode(result.exitCode == 0 ? losses.rawValue : result.exitCode)
  }

  /// Records running processes.
  private func attach(console: RecordConsole) throws {
    var options = AttachedRecording.Options(
      target: attach.map(AttachTarget.init) ?? .everything, name: name,
      duration: duration.map { .nanoseconds($0.nanoseconds) }, output: recording.output,
      buffers: recording.buffers, blocking: recording.blocking, events: recording.events,
      flight: long.flight, rotation: long.rotation, profile: recording.profile,
      isUnattended: unattended, command: ownCommand)
    var reportsReady = background
    var result: AttachedRecording.Result
    do {
      var patience = RestartPatience()
      repeat {
        var attached = AttachedRecording(
          options: options,
          isReady: { if reportsReady { BackgroundRecorder.reportReady(directory: $0) } },
          emit: console.emit)
        result = try attached.run()
        reportsReady = false
        options.output = result.directory
      } while unattended && result.daemonDied && patience.allowsAnother()
    } catch {
      if let message = error.commandMessage { console.problem(message) }
      throw ExitCode(error.exitCode)
    }
    let losses = conclude(
      result.directory, end: result.end, sawProcesses: result.sawProcesses, console: console)
    throw ExitCode(result.end.exitCode == 0 ? losses.rawValue : result.end.exitCode)
  }

  /// The command line without the program's arguments.
  private var ownCommand: [String] {
    CommandLine.arguments.dropLast(max(0, program.count - 1))
  }

  /// The words after `--` as the operating system passed them: they need not be UTF-8.
  private var programArguments: [ByteString] {
    let all = (0..<Int(CommandLine.argc)).compactMap { CommandLine.unsafeArgv[$0] }
    return all.suffix(program.count).map { ByteString($0) }
  }

  /// - Returns: The status of a success with losses.
  private func conclude(
    _ directory: String, end: RecordingEnd, sawProcesses: Bool, console: RecordConsole
  ) -> ExitStatus {
    if long.isFlightRecorder {
      console.note("the snapshots are in \(directory)")
      return .success
    }
    console.note("the trace is in \(directory)")
    guard sawProcesses else {
      if self.program.isEmpty {
        console.problem(
          "no instrumented process ran meanwhile, or none registered: one that runs already takes up "
            + "to five seconds to find a session daemon that was just started.")
        return .success
      }
      let otherUser = """

          - it runs as another user, by runuser, su or setpriv, who cannot reach the session daemon \
        of root: leave those out, and have record run it with --user USER
        """
      console.problem(
        """
        no instrumented process was recorded. The usual causes:
          - no reducer of the program is wrapped in .signpost() (--all-stores does without)
          - SIGNPOST_TRACING=0 is set in its environment
          - LTTng's library is missing on this machine: sudo apt-get install liblttng-ust1
          - the program's library and LTTng's tools have different versions, as with a container's
            library of 2.13 and tools of 2.15: signpost doctor compares those of this machine\
        \(geteuid() == 0 && user == nil ? otherUser : "")
        """)
      return .success
    }
    guard !quiet, !noReport else { return loss.check(directory) }
    // Standard output belongs to the recorded program.
    var printer = ReportPrinter(directories: [directory])
    printer.loss = loss
    printer.brokeOff = end != .complete
    printer.output = STDERR_FILENO
    let status = printer.print()
    if status == .noEvents {
      console.note(
        "the program was instrumented, and none of its wrapped features did anything meanwhile")
    }
    return loss.ofRecording(status)
  }

  /// The messages about a trace at a relay daemon.
  private func conclude(
    _ result: Recording.Result, relay: RelayTarget, console: RecordConsole
  ) {
    console.note("the trace is at the relay daemon \(relay.relay), in \(relay.path)")
    if let loss = result.relayLoss { console.note(loss) }
    if !result.sawProcesses {
      console.note(
        """
        no instrumented process was seen. If the trace is not there either: is a reducer of the \
        program wrapped in .signpost(), and is LTTng's library on this machine?
        """)
    }
  }
}

/// Limits how often a recording is resumed at once, after LTTng's processes have died.
private struct RestartPatience {
  private static let most = 5
  private static let span = Duration.seconds(600)

  private var restarts: [ContinuousClock.Instant] = []

  /// Whether there were few enough restarts in the last ten minutes; counts this one.
  mutating func allowsAnother() -> Bool {
    let now = ContinuousClock.now
    restarts.removeAll { now - $0 > Self.span }
    restarts.append(now)
    return restarts.count <= Self.most
  }
}

extension RelayAddress: ExpressibleByArgument {
  /// Parses a host, and ports after colons if there are any.
  public init?(argument: String) { self.init(argument) }
}
