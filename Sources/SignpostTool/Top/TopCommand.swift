import ArgumentParser
import Glibc
import TraceAnalysis
import TraceRecording

/// Shows what a program does while it runs.
struct TopCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "top",
    abstract: "Show the activity of a program while it runs.",
    usage: """
      signpost top [options] -- ./program [arguments]
      signpost top [options] PID | SESSION | net://RELAY[:PORT][/host/HOST/SESSION]
      """,
    discussion: """
      Shows actions per second, percentiles over the last seconds, running effects, the slowest \
      actions, and losses. ? lists the keys, q quits. A program that top has started ends with \
      it. Its output goes to a file, whose name is printed at the end.

      EXAMPLES
      signpost top -- ./my-server --port 8080
      signpost top 4711
      signpost top --json --interval 5s -- ./my-server
      signpost top net://relay.example/host/alpha/production

      EXIT STATUS
      That of the program, if it ended by itself, or:
      \(ExitStatus.table)
      """)

  @Option(
    help: ArgumentHelp("How often the figures are brought up to date.", valueName: "time"))
  var interval = TimeSpan(nanoseconds: 1_000_000_000)

  @Option(
    help: ArgumentHelp(
      "The time that rates and percentiles are about.", valueName: "time"))
  var window = TimeSpan(nanoseconds: 10_000_000_000)

  @Flag(help: "Print a JSON object for each interval, a line each, instead of drawing.")
  var json = false

  @Option(
    help: ArgumentHelp("End after so many JSON objects.", valueName: "number"))
  var count: Int?

  @Option(
    name: [.short, .long],
    help: ArgumentHelp(
      "The file for what the program writes, such as /dev/null.",
      discussion: "Default: a new one in TMPDIR or /tmp.", valueName: "file"))
  var output: String?

  @Option(
    help: ArgumentHelp(
      "The relay daemon that offers SESSION.", valueName: "net://host:port"))
  var relay = "net://localhost"

  @Option(
    help: ArgumentHelp(
      "The least important events to look at, info or debug.",
      discussion: "info costs the program less, and leaves out sends and observers.",
      valueName: "level"))
  var loglevel = EventSelection.Level.debug

  @Flag(
    name: .customLong("follow-forks"),
    help: "Look at forks without exec as well, by a library preloaded into all processes.")
  var followForks = false

  @Flag(
    name: .customLong("all-stores"),
    help: "Look also at the stores whose reducers are not wrapped in .signpost().")
  var allStores = false

  @Argument(
    parsing: .captureForPassthrough,
    help: ArgumentHelp("The program and its arguments, or what runs.", valueName: "target"))
  var words: [String] = []

  func validate() throws {
    if let first = words.first, ["-h", "--help"].contains(first) {
      throw CleanExit.helpRequest(self)
    }
    if let first = words.first, first != "--", first.hasPrefix("-"), first.count > 1 {
      throw ValidationError("Unknown option '\(first)'.")
    }
    guard TopTarget(words[...]) != nil else {
      throw ValidationError(
        words.isEmpty || words == ["--"]
          ? "Name what to show: signpost top -- ./program, or a process id, or a session."
          : "'\(words.joined(separator: " "))' is no address such as net://host:5344/host/NAME/SESSION."
      )
    }
    guard LiveAddress(relay) != nil else {
      throw ValidationError("--relay takes an address such as net://localhost:5344.")
    }
    if interval.nanoseconds < 50_000_000 {
      throw ValidationError("--interval takes 50ms or more.")
    }
    if !(1_000_000_000...3_600_000_000_000).contains(window.nanoseconds) {
      throw ValidationError("--window takes a time from 1s to 1h.")
    }
    if count != nil, !json { throw ValidationError("--count goes with --json.") }
    if let count, count < 1 { throw ValidationError("--count takes 1 or more.") }
  }

  func run() throws {
    // Before there is another thread.
    let supervision = Supervision()
    let status: Int32
    do {
      status = try show(supervision)
    } catch let failure as RecordingFailure {
      if let message = failure.topMessage { Console.say(message) }
      throw ExitCode(failure.exitCode)
    } catch {
      throw Console.fail(error).exitCode
    }
    throw ExitCode(status)
  }

  private func show(_ supervision: Supervision) throws -> Int32 {
    if !json { try Terminal.check() }
    guard let target = TopTarget(words[...]) else { return ExitStatus.usage.rawValue }
    switch target {
    case .program(let program):
      return try record(.program(arguments(program)), name: program.first ?? "", supervision)
    case .process(let pid):
      return try record(.process(pid), name: "", supervision)
    case .session(let name):
      return try show(sessionOf: LiveAddress(relay), named: name, supervision)
    case .address(let address) where address.session == nil:
      return try show(sessionOf: address, named: nil, supervision)
    case .address(let address):
      return try show(address, supervision)
    }
  }

  /// The program's words as the operating system passed them: they need not be UTF-8.
  private func arguments(_ program: ArraySlice<String>) -> [ByteString] {
    let all = (0..<Int(CommandLine.argc)).compactMap { CommandLine.unsafeArgv[$0] }
    return all.suffix(program.count).map { ByteString($0) }
  }

  private func record(
    _ target: LiveRecording.Target, name: String, _ supervision: Supervision
  ) throws -> Int32 {
    let recording = LiveRecording(
      options: LiveRecording.Options(
        events: EventSelection(
          level: loglevel, leavingOut: [.logs, .messages, .payloads]), followsForks: followForks,
        tracesAllStores: allStores, programOutput: output),
      target: target, supervision: supervision,
      tell: { message in
        switch message {
        case .problem(let text), .note(let text), .smallBuffers(let text), .leftBehind(let text):
          Console.say(text)
        case .detail: break
        }
      })
    return try recording.run { address in
      let feed = try LiveFeed(
        LiveAddress(
          relay: "127.0.0.1", port: address.port, target: address.host, session: address.session),
        window: window.nanoseconds)
      feed.start()
      return feed
    } watch: { feed, target in
      defer { feed.stop() }
      return try watch(TopSession(feed: feed, target: target, name: name), supervision)
    }
  }

  private func show(
    sessionOf relay: LiveAddress?, named name: String?, _ supervision: Supervision
  ) throws -> Int32 {
    let relay = relay ?? LiveAddress(relay: "localhost")
    return try show(
      TopTarget.choose(name, of: LiveSession.all(at: relay), at: relay), supervision)
  }

  private func show(_ address: LiveAddress, _ supervision: Supervision) throws -> Int32 {
    let feed = try LiveFeed(address, window: window.nanoseconds)
    feed.start()
    defer { feed.stop() }
    let name = "\(address.session ?? "") on \(address.target ?? "")"
    return try watch(TopSession(feed: feed, target: nil, name: name), supervision)
  }

  private func watch(_ session: TopSession, _ supervision: Supervision) throws -> Int32 {
    if json {
      return try TopLines(interval: interval, count: count).run(session, supervision)
    }
    return try TopLoop(interval: interval, window: window).run(session, supervision)
  }
}

extension RecordingFailure {
  /// What `signpost top` says, with the option that helps; nil after Ctrl-C.
  fileprivate var topMessage: String? {
    if case .interrupted = kind { return nil }
    return message
  }
}
