import ArgumentParser
import Glibc
import ReplayFile
import TraceAnalysis
import TraceExport

/// Shows actions that could have come in the other order, and tries that order.
struct RacesCommand: ReadingCommand {
  static let configuration = CommandConfiguration(
    commandName: "races",
    abstract: "Show actions whose order is chance, and matters.",
    discussion: """
      Two actions of one store could have come in the other order if they were sent by different effects, \
      or by an effect and from outside, and neither caused the other. Those that changed the same property \
      are listed as candidates. Record with --state-diffs.

      With --test, a test of yours tries the other order of each pair: one that calls `Replay.run` or \
      `Replay.races` of SignpostTestSupport. Only pairs with another result are listed, with the \
      difference. Record with .signpost("app", payload: .replayable).

      EXAMPLES
      signpost races my-recording
      signpost races my-recording --test 'swift test --filter myReplay'
      signpost races my-recording --test 'swift test --filter myReplay' --swift RaceTests.swift

      EXIT STATUS
        0  no order matters, or there was no test
        2  an order matters (--test)
        3  the test did not examine the session, or not all pairs of it
      and the general ones: signpost help exit-status
      """)

  @Argument(help: .recordings, completion: .directory)
  var directories: [String]

  @Option(
    help: ArgumentHelp(
      "The longest time between two actions whose order counts as chance.", valueName: "time"))
  var within = TimeSpan(nanoseconds: 1_000_000_000)

  @Option(
    help: ArgumentHelp(
      "The command that runs a test with the feature.", valueName: "command"))
  var test: String?

  @Option(
    help: ArgumentHelp(
      "With --test, also write the source of tests that repeat the races.", valueName: "file"),
    completion: .file())
  var swift: String?

  @Flag(help: "Replace that file if there is one.")
  var force = false

  @Flag(help: "One JSON object for programs; all durations are whole nanoseconds.")
  var json = false

  @Option(help: ArgumentHelp("How many rows the table has, or all.", valueName: "count"))
  var limit: RowLimit?

  @OptionGroup(title: "Which session, with --test")
  var session: SessionOptions

  @OptionGroup
  var loss: LossOptions

  func validate() throws {
    try limit?.validate()
    try OptionConflict.refuse(with: "--json", json, ["--limit": limit?.number != nil])
    guard test != nil || (swift == nil && !force) else {
      throw ValidationError("--swift and --force need --test.")
    }
    try OptionConflict.refuse(without: "--swift", swift != nil, ["--force": force])
    guard test != nil || session.isEmpty else {
      throw ValidationError("--store, --prefix and --process select a session for --test.")
    }
  }

  func run() throws {
    try reading { progress in
      if let test { return try tryOrders(test, progress) }
      let report = try RaceReport(
        directories: directories, within: within.nanoseconds, onProgress: progress.handler)
      progress.clear()
      return try show(report, "examined", json: json, limit: limit)
    }
  }

  // MARK: - With a test

  private func tryOrders(_ test: String, _ progress: ProgressLine) throws -> ExitStatus {
    let file = try swift.map { try OutputFile($0, isReplacing: force) }
    let races = try SessionRaces()
    let extraction = ReplayExtraction(
      of: directories, session.selection, onProgress: progress.handler)
    do {
      _ = try extraction.write(
        to: OutputFile(races.session, isReplacing: false), allowsCut: false)
    } catch let failure as ReplayExtraction.Failure {
      progress.clear()
      return failure.report(directory: directory)
    }
    progress.clear()
    guard
      let findings = try races.run(test, within: within.nanoseconds, writesSource: file != nil)
    else { return .notJudged }
    if !findings.races.isEmpty, let file, let code = races.code {
      file.write(code)
      try file.finish()
    }
    try Console.write(
      data: try json ? findings.json() : findings.text(limit: limit), to: STDOUT_FILENO)
    if !findings.races.isEmpty { return .worse }
    return findings.complete ? .success : .notJudged
  }
}
