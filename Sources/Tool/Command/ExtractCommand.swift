import ArgumentParser
import Glibc
import TextTables
import TraceAnalysis
import TraceExport

/// Extracts a session from a recording, for a test to replay.
struct ExtractCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "extract",
    abstract: "Make a session of a recording, for tests to replay.",
    discussion: """
      The program has to wrap its reducer in .signpost("app", payload: .replayable). The session has the \
      actions of one root store with all their values, those from outside and those that effects sent, and \
      what is needed to check a replay. `Replay` of SignpostTestSupport runs it, and `Bench --replay`.

      A session that lacks anything is not written, unless --cut says to end it there.

      --shrink removes every action that a failure does not need. It runs a test of yours, which calls \
      `Replay.run` or `Replay.shrink`.

      EXAMPLES
      signpost record --state-diffs -o my-recording -- ./my-program
      signpost extract my-recording -o Tests/Sessions/session.jsonl
      signpost extract my-recording --shrink --test 'swift test --filter myReplay' --swift bug.swift

      \(ExitStatus.reference)
      """)

  @Argument(help: .recordings, completion: .directory)
  var directories: [String]

  @Option(
    name: [.customShort("o"), .customLong("output")],
    help: ArgumentHelp(
      "The file to write, or - for standard output.",
      discussion: "Default: session.jsonl, in the current directory; never in a recording.",
      valueName: "file"))
  var chosenOutput: String?

  @Flag(help: "Replace the file if there is one.")
  var force = false

  @OptionGroup(title: "Which session")
  var selection: SessionOptions

  @Flag(help: "End the session before the first thing that is missing, and mark it.")
  var cut = false

  @Flag(help: "Leave out the actions that do not matter for the failure of --test.")
  var shrink = false

  @Option(
    help: ArgumentHelp(
      "The command that runs the test with the feature, for --shrink.", valueName: "command"))
  var test: String?

  @Option(
    help: ArgumentHelp(
      "With --shrink, also write the source of a test of the remaining actions.",
      valueName: "file"),
    completion: .file())
  var swift: String?

  private var output: String {
    chosenOutput ?? DefaultOutput.path(for: directories[0]) { _ in "session.jsonl" }
  }

  private var directory: String { directories.joined(separator: ", ") }

  func validate() throws {
    guard shrink == (test != nil) else {
      throw ValidationError("--shrink and --test belong together.")
    }
    try OptionConflict.refuse(without: "--shrink", shrink, ["--swift": swift != nil])
    guard swift == nil || swift != output else {
      throw ValidationError("--output and --swift name the same file.")
    }
    try OptionConflict.refuse(
      with: "--output -", output == "-" && swift == nil, ["--force": force])
  }

  func run() throws {
    let status = ReportCommand.status(to: output == "-" ? STDOUT_FILENO : nil) { progress in
      let extraction = ReplayExtraction(
        of: directories, selection.selection, onProgress: progress.handler)
      do {
        if let test { return try write(extraction, shrunkBy: test, progress) }
        let file = try OutputFile(output, isReplacing: force)
        let result = try extraction.write(to: file, allowsCut: cut)
        progress.clear()
        Console.say(text(of: result))
        return .success
      } catch let failure as ReplayExtraction.Failure {
        progress.clear()
        return failure.report(directory: directory)
      }
    }
    if status != .success { throw status.exitCode }
  }

  /// Writes the session that a test shrinks.
  private func write(
    _ extraction: ReplayExtraction, shrunkBy test: String, _ progress: ProgressLine
  ) throws -> ExitStatus {
    let file = try OutputFile(output, isReplacing: force)
    let sourceFile = try swift.map { try OutputFile($0, isReplacing: force) }
    let shrinking = try SessionShrinking()
    let result = try extraction.write(
      to: OutputFile(shrinking.session, isReplacing: false), allowsCut: cut)
    progress.clear()
    guard let shrunk = try shrinking.run(test) else { return .failure }
    file.write(shrunk.session)
    sourceFile?.write(shrunk.source)
    try file.finish()
    try sourceFile?.finish()
    Console.say(
      "\(wrote) \(Units.count(UInt64(shrunk.actions), "action")) of \(result.actions)"
        + (swift.map { "; a test of them is in \($0.printable())" } ?? ""))
    return .success
  }

  /// The beginning of a message about the file; standard output has no name.
  private var wrote: String { output == "-" ? "wrote" : "wrote \(output.printable()):" }

  private func text(of result: ReplayExtraction.Result) -> String {
    let name = result.candidate.feature.isEmpty ? "a store" : result.candidate.feature.printable()
    var lines = [
      "\(wrote) \(Units.count(UInt64(result.actions), "action")) "
        + "of \(name), \(result.fromOutside) from outside"
    ]
    if let cut = result.cut { lines.append("The session ends early: \(cut.printable()).") }
    if !result.hasState {
      let problem = result.candidate.stateProblem ?? "it was not recorded"
      lines.append(
        "The state that it begins with is not in it (\(problem)): the replay has to be given one.")
    }
    if result.lacksDigests {
      lines.append(
        "No digests of states are in it (they were not recorded, or could not be computed): "
          + "a replay compares no states as a whole.")
    }
    return lines.joined(separator: "\n")
  }
}
