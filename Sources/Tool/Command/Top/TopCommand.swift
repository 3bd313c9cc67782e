import ArgumentParser
import Glibc
import TraceAnalysis
import TraceRecording

/// Shows the figures of a running program.
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
      The program's status if it ended by itself, or one that signpost help exit-status lists.
      """)

  @Flag(help: "Print a JSON object for each interval, a line each, instead of drawing.")
  var json = false

  @Option(
    help: ArgumentHelp("The number of JSON objects to print.", valueName: "number"))
  var count: Int?

  @OptionGroup
  var live: LiveOptions

  @Argument(
    help: ArgumentHelp("The program: a process id, a session, or an address.", valueName: "target"))
  var target: String?

  @Argument(
    parsing: .postTerminator,
    help: ArgumentHelp("The program to start, and its arguments.", valueName: "program"))
  var program: [String] = []

  func validate() throws {
    _ = try chosenTarget
    if count != nil, !json { throw ValidationError("--count goes with --json.") }
    if let count, count < 1 { throw ValidationError("--count takes 1 or more.") }
  }

  private var chosenTarget: TopTarget {
    get throws {
      try live.target([target].compactMap(\.self), program: program, command: "top")
    }
  }

  func run() throws {
    // Before other threads exist.
    let supervision = Supervision()
    throw ExitCode(
      LiveRun.end {
        if !json { try Terminal.check() }
        let run = LiveRun(options: live, supervision: supervision)
        return try run.run(try chosenTarget) { session in
          try watch(session, supervision)
        }
      })
  }

  private func watch(_ session: TopSession, _ supervision: Supervision) throws -> Int32 {
    if json {
      return try TopLines(interval: live.interval, count: count).run(session, supervision)
    }
    return try TopLoop(interval: live.interval, window: live.window).run(session, supervision)
  }
}
