import ArgumentParser
import Glibc
import TraceRecording

/// Runs a program and records what its composable features do.
struct RecordCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "record",
    abstract: "Run a program and record what its features do.",
    usage: "signpost record [options] -- ./program [arguments]",
    discussion: """
      Example: signpost record -o trace -- ./my-server --port 8080

      The program keeps its standard streams, its terminal, its signals and its exit code \
      (128 + N if signal N killed it); messages and the report go to standard error. If the \
      program succeeds and the recording broke off, the exit code is 74. A trace without events \
      is said so, and does not change the exit code.
      """
  )

  @Option(
    name: [.short, .long],
    help: ArgumentHelp(
      "Where the trace goes: a directory that does not exist yet, or is empty.",
      discussion: "Default: a new ./signpost-trace-<date>-<time>.", valueName: "dir"))
  var output: String?

  @Option(
    name: .customLong("subbuf-size"),
    help: ArgumentHelp("Size of a sub-buffer, a power of two such as 4M.", valueName: "size"))
  var subbufferSize: String?

  @Option(
    name: .customLong("num-subbuf"),
    help: ArgumentHelp("Sub-buffers per processor, a power of two.", valueName: "count"))
  var subbufferCount: Int?

  @Flag(help: "Let the program wait for room instead of losing events.")
  var blocking = false

  @Flag(
    name: .customLong("follow-forks"),
    help: "Record forks without exec as well, by a library preloaded into all processes.")
  var followForks = false

  @Flag(
    name: .customLong("use-daemon"),
    help: "Record by your running daemon, all of its programs.")
  var useDaemon = false

  @Option(
    help: ArgumentHelp(
      "The least important events to record, info or debug.",
      discussion: "info leaves out sends, child stores, observers and payloads.",
      valueName: "level"))
  var loglevel = EventSelection.Level.debug

  @Flag(
    name: .customLong("state-diffs"),
    help: "Record which properties each action changes; copies and compares states.")
  var stateDiffs = false

  @Flag(name: .customLong("no-logs"), help: "Leave out log records.")
  var noLogs = false

  @Flag(
    name: .customLong("no-messages"), help: "Leave out the messages of intervals and events.")
  var noMessages = false

  @Flag(name: .customLong("no-payloads"), help: "Leave out payloads of actions.")
  var noPayloads = false

  @Flag(
    name: .customLong("all-stores"),
    help: "Trace also the stores whose reducers are not wrapped in .signpost().")
  var allStores = false

  @Flag(name: .customLong("no-report"), help: "Print no report at the end.")
  var noReport = false

  @Flag(name: .shortAndLong, help: "Say nothing unless something goes wrong; no report.")
  var quiet = false

  @Flag(name: .shortAndLong, help: "Say what is done, and when.")
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
    // What follows the options is passed on as it is, so the parser leaves this to us.
    if let first = command.first, ["-h", "--help"].contains(first) {
      throw CleanExit.helpRequest(self)
    }
    if let first = command.first, first != "--", first.hasPrefix("-"), first.count > 1 {
      throw ValidationError("Unknown option '\(first)'.")
    }
    guard !program.isEmpty else {
      throw ValidationError("Name the program to record: signpost record -- ./program arguments")
    }
    if quiet && verbose {
      throw ValidationError("--quiet and --verbose contradict each other.")
    }
    if let subbufferSize, ByteCount(subbufferSize) == nil {
      throw ValidationError(
        "--subbuf-size takes a number with K, M or G behind it, and '\(subbufferSize)' is none.")
    }
  }

  func run() throws {
    let level: RecordConsole.Level = quiet ? .quiet : verbose ? .verbose : .normal
    let console = RecordConsole(level: level)
    var recording = Recording(
      options: Recording.Options(
        output: .directory(output),
        buffers: BufferPlan.Wish(
          subbufferSize: subbufferSize.flatMap { ByteCount($0)?.bytes },
          subbufferCount: subbufferCount),
        blocking: blocking, followsForks: followForks, usesServingDaemon: useDaemon,
        events: EventSelection(
          level: loglevel, includesStateDiffs: stateDiffs, leavingOut: leftOut),
        tracesAllStores: allStores),
      arguments: programArguments,
      tell: console.tell)
    let result: Recording.Result
    do {
      result = try recording.run { $0 }
    } catch {
      if let message = error.commandMessage { console.problem(message) }
      throw ExitCode(error.exitCode)
    }
    conclude(result, console: console)
    throw ExitCode(result.exitCode)
  }

  private var leftOut: EventSelection.Texts {
    var texts: EventSelection.Texts = []
    if noLogs { texts.insert(.logs) }
    if noMessages { texts.insert(.messages) }
    if noPayloads { texts.insert(.payloads) }
    return texts
  }

  /// The words after `--` as the operating system passed them: they need not be UTF-8.
  private var programArguments: [ByteString] {
    let all = (0..<Int(CommandLine.argc)).compactMap { CommandLine.unsafeArgv[$0] }
    return all.suffix(program.count).map { ByteString($0) }
  }

  private func conclude(_ result: Recording.Result, console: RecordConsole) {
    if result.end == .brokenOff, result.program == .exited(0) {
      console.note("the exit code is \(result.exitCode), as the recording broke off")
    }
    console.note("the trace is in \(result.directory)")
    guard result.sawProcesses else {
      console.problem(
        """
        no instrumented process was recorded. The usual causes:
          - no reducer of the program is wrapped in .signpost() (--all-stores does without)
          - SIGNPOST_TRACING=0 is set in its environment
          - LTTng's library is missing on this machine: sudo apt-get install liblttng-ust1
        """)
      return
    }
    guard !quiet, !noReport else { return }
    // Standard output belongs to the recorded program.
    var printer = ReportPrinter(directory: result.directory)
    printer.brokeOff = result.end != .complete
    printer.output = STDERR_FILENO
    let status = printer.print()
    if status == .noEvents {
      console.note(
        "the program was instrumented, and none of its wrapped features did anything meanwhile")
    }
  }
}

extension EventSelection.Level: ExpressibleByArgument {}
