import ArgumentParser
import Glibc
import SystemSupport
import TextTables
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
      is reported, and does not change the exit code.
      """
  )

  @OptionGroup var options: RecordOptions

  @Option(
    name: .customLong("recording"),
    help: ArgumentHelp("The name for status, set and snapshot.", valueName: "name"))
  var chosenName: String?

  /// Used by `start`: until it is stopped.
  @Flag(help: .hidden)
  var unattended = false

  /// Used by `start`: reports when recording has started.
  @Flag(help: .hidden)
  var background = false

  /// Used by `start`: `stop` ends the program.
  @Flag(help: .hidden)
  var stoppable = false

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
      throw ValidationError("Unknown option '\(first)'." + first.suggestion(from: Self.optionNames))
    }
    if let chosenName { try RecorderName.validate(chosenName) }
    try options.validate(isProgram: !program.isEmpty, isUnattended: unattended)
  }

  /// The options that help lists.
  private static var optionNames: [String] {
    let description = try? CommandDescription(dump: _dumpHelp())
    return description?.visibleArguments.flatMap { $0.names ?? [] }.map(\.text) ?? []
  }

  func run() throws {
    let console = RecordConsole(level: options.level, startsProgram: !program.isEmpty)
    let claim = try claimName(console)
    defer { withExtendedLifetime(claim) {} }
    if program.isEmpty { return try attach(console: console) }
    var recording = Recording(
      options: options.program(
        name: chosenName, isInBackground: background, isStoppable: stoppable, command: ownCommand),
      arguments: CommandLine.arguments(last: program.count), emit: console.emit)
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
      let losses = options.loss.status(.success, isComplete: !result.isIncompleteAtRelay)
      throw ExitCode(result.exitCode == 0 ? losses.rawValue : result.exitCode)
    }
    let losses = conclude(
      result.directory, end: result.end, sawProcesses: result.sawProcesses, console: console)
    throw ExitCode(result.exitCode == 0 ? losses.rawValue : result.exitCode)
  }

  /// The lock on the name of the recording.
  private func claimName(_ console: RecordConsole) throws -> NameClaim? {
    guard let chosenName else { return nil }
    do throws(RecordingFailure) {
      return try NameClaim.take(chosenName)
    } catch {
      console.problem(error.message)
      throw ExitCode(error.exitCode)
    }
  }

  /// Records running processes.
  private func attach(console: RecordConsole) throws {
    var recorded = AttachedRecording.Options(
      target: options.attach.map(AttachTarget.init) ?? .everything, name: chosenName,
      duration: options.duration.map { .nanoseconds($0.nanoseconds) },
      output: options.recording.output, buffers: options.recording.buffers,
      blocking: options.recording.blocking, events: options.events,
      flight: options.long.flight, rotation: options.long.rotation,
      profile: options.recording.profile, isUnattended: unattended, command: ownCommand)
    var reportsReady = background
    var problem: String?
    var result: AttachedRecording.Result
    do {
      var patience = RestartPatience()
      var earlier: AttachedRecording?
      repeat {
        var attached = AttachedRecording(
          options: recorded, after: earlier,
          isReady: { [background] directory in
            guard background else { return }
            if reportsReady {
              BackgroundRecorder.reportReady(directory: directory)
            } else {
              BackgroundRecorder.continueLog(directory: directory)
              // The earlier messages may have been removed with the directory.
              if let problem { console.problem("\(problem); the recording goes on here") }
            }
          },
          emit: console.emit)
        result = try attached.run()
        earlier = attached
        reportsReady = false
        recorded.output = result.continuation ?? result.directory
        problem = result.problem
      } while unattended && result.continuation != nil
        && (result.hasRoomAgain || patience.allowsAnother())
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

  /// - Returns: The status of a success with losses.
  private func conclude(
    _ directory: String, end: RecordingEnd, sawProcesses: Bool, console: RecordConsole
  ) -> ExitStatus {
    if options.long.isFlightRecorder {
      console.note("the snapshots are in \(directory)")
      return options.loss.checkSnapshots(in: directory)
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
        \(geteuid() == 0 && options.user == nil ? otherUser : "")
        """)
      return .success
    }
    guard !options.quiet, !options.noReport, !background else {
      return options.loss.check(directory)
    }
    // Standard output belongs to the recorded program.
    var printer = ReportPrinter(directories: [directory])
    printer.loss = options.loss
    printer.brokeOff = end != .complete
    printer.output = STDERR_FILENO
    let status = printer.print()
    if status == .noEvents {
      console.note(
        "the program was instrumented, and none of its wrapped features did anything meanwhile")
    }
    return options.loss.ofRecording(status)
  }

  /// The messages about a trace at a relay daemon.
  private func conclude(
    _ result: Recording.Result, relay: RelayTarget, console: RecordConsole
  ) {
    console.note("the trace is at the relay daemon \(relay.relay), in \(relay.path)")
    if let loss = result.relayLoss {
      result.isIncompleteAtRelay ? console.problem(loss) : console.note(loss)
    }
    if !result.sawProcesses {
      console.problem(
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
