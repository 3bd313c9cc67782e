import ArgumentParser
import TraceAnalysis
import TraceRecording

/// The options of `top` and `view --live` for running programs.
struct LiveOptions: ParsableArguments {
  @Option(
    name: .customLong("interval"),
    help: ArgumentHelp(
      "How often the figures are brought up to date; default 1s.", valueName: "time"))
  var chosenInterval: TimeSpan?

  @Option(
    name: .customLong("window"),
    help: ArgumentHelp(
      "The time that rates and percentiles are about; default 10s.", valueName: "time"))
  var chosenWindow: TimeSpan?

  @Option(
    name: .customLong("program-output"),
    help: ArgumentHelp(
      "The file for the program's output, such as /dev/null.",
      discussion: "Default: a new one in TMPDIR or /tmp.", valueName: "file"))
  var chosenProgramOutput: String?

  /// An earlier name of `--program-output`; elsewhere, this is the output of the command.
  @Option(name: .customLong("output"), help: .hidden)
  var formerProgramOutput: String?
  @Option(name: .customShort("o"), help: .hidden)
  var shortProgramOutput: String?

  @Option(
    name: .customLong("relay"),
    help: ArgumentHelp(
      "The relay daemon that offers SESSION; default localhost.", valueName: "host[:port]"))
  var chosenRelay: String?

  @Option(
    name: .customLong("loglevel"),
    help: ArgumentHelp(
      "The least important events to look at, info or debug; default debug.",
      discussion: "info costs the program less, and leaves out sends and observers.",
      valueName: "level"))
  var chosenLevel: EventSelection.Level?

  @Flag(
    name: .customLong("follow-forks"),
    help: "Look at forks without exec as well, by a library preloaded into all processes.")
  var followForks = false

  @Flag(
    name: .customLong("all-stores"),
    help: "Look also at the stores whose reducers are not wrapped in .signpost().")
  var allStores = false

  var programOutput: String? {
    chosenProgramOutput ?? formerProgramOutput ?? shortProgramOutput
  }
  var interval: TimeSpan { chosenInterval ?? TimeSpan(nanoseconds: 1_000_000_000) }
  var window: TimeSpan { chosenWindow ?? TimeSpan(nanoseconds: 10_000_000_000) }
  var relay: String { chosenRelay ?? "localhost" }
  var loglevel: EventSelection.Level { chosenLevel ?? .debug }

  /// An option that was given; for commands that support them for some targets only.
  var given: String? {
    if chosenInterval != nil { return "--interval" }
    if chosenWindow != nil { return "--window" }
    if programOutput != nil { return "--program-output" }
    if chosenRelay != nil { return "--relay" }
    if chosenLevel != nil { return "--loglevel" }
    if followForks { return "--follow-forks" }
    return allStores ? "--all-stores" : nil
  }

  func validate() throws {
    try OptionConflict.refuseSeveral(
      of: [
        "--program-output": chosenProgramOutput != nil, "--output": formerProgramOutput != nil,
        "-o": shortProgramOutput != nil,
      ])
    guard LiveAddress(relay) != nil else {
      throw ValidationError("--relay takes a host, and a port after a colon: localhost:5344.")
    }
    if interval.nanoseconds < 50_000_000 {
      throw ValidationError("--interval takes 50ms or more.")
    }
    if !(1_000_000_000...3_600_000_000_000).contains(window.nanoseconds) {
      throw ValidationError("--window takes a time from 1s to 1h.")
    }
  }

  /// The target of a command.
  ///
  /// - Parameters:
  ///   - names: The programs, as the user names them.
  ///   - program: The program to start, with its arguments.
  ///   - command: The command, for messages.
  func target(_ names: [String], program: [String], command: String) throws -> TopTarget {
    guard names.count + (program.isEmpty ? 0 : 1) <= 1 else {
      throw ValidationError(
        "\(command) shows one program: one that it starts, or one that runs.")
    }
    let target: TopTarget
    if !program.isEmpty {
      target = .program(program[...])
    } else if let name = names.first {
      guard let named = TopTarget(name) else {
        throw ValidationError("'\(name)' is no address such as net://host:5344/host/NAME/SESSION.")
      }
      target = named
    } else {
      throw ValidationError(
        "Name what to show: signpost \(command) -- ./program, or a process id, or a session.")
    }
    if let objection = objection(to: target) { throw ValidationError(objection) }
    return target
  }

  /// A given option that has no effect on a target, and the reason; nil if there is none.
  private func objection(to target: TopTarget) -> String? {
    if chosenRelay != nil {
      switch target {
      case .session: break
      case .address: return "The address names the relay daemon already: leave out --relay."
      case .program, .process:
        return
          "--relay names the relay daemon that offers a session: name the session, or leave it "
          + "out."
      }
    }
    if case .program = target { return nil }
    if let option = optionOfPrograms {
      return "\(option) is for a program that is started: add -- ./program"
    }
    if case .process = target { return nil }
    return chosenLevel == nil
      ? nil : "A session has the events that it was created with: leave out --loglevel."
  }

  /// A given option that changes how a program is started.
  private var optionOfPrograms: String? {
    if programOutput != nil { return "--program-output" }
    if followForks { return "--follow-forks" }
    return allStores ? "--all-stores" : nil
  }
}
