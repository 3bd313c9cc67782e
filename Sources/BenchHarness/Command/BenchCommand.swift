import ArgumentParser
import BenchSuites
import Glibc
import TextTables

/// The command line of a program that measures.
struct BenchCommand<Program: BenchProgram>: AsyncParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "Bench",
      abstract: "Measures what the library costs: time, allocations, instructions.",
      discussion: """
        EXAMPLES
        swift run -c release Bench                        everything, in a few minutes
        swift run -c release Bench --quick --suite send   one suite, roughly
        Bench --json before.json                          keep the results …
        Bench --baseline before.json                      … and compare later ones with them

        EXIT STATUS
        \(ExitStatus.table)
        """)
  }

  @Option(help: ArgumentHelp("Measure only what matches, also figures.", valueName: "regex"))
  var filter: String?

  @Option(help: ArgumentHelp("Measure only this suite; can be repeated.", valueName: "name"))
  var suite: [String] = []

  @Flag(help: "Print the names of all benchmarks, and measure nothing.")
  var list = false

  @Option(help: ArgumentHelp("How many rounds to measure.", valueName: "n"))
  var rounds: Int?

  @Option(help: ArgumentHelp("How long to measure each benchmark.", valueName: "seconds"))
  var time: Double?

  @Flag(help: "Take a tenth of the time; counts are as exact as ever.")
  var quick = false

  @Option(help: ArgumentHelp("Write all results as JSON.", valueName: "file"))
  var json: String?

  @Option(help: ArgumentHelp("Write the tables as Markdown.", valueName: "file"))
  var markdown: String?

  @Option(help: ArgumentHelp("Compare with what --json wrote.", valueName: "file"))
  var baseline: String?

  /// What makes this a ``RecordedWorker``.
  @Option(help: ArgumentHelp("Where to put what is measured in a session.", visibility: .private))
  var recordedInto: Int32?

  func validate() throws {
    if let rounds, !(1...100_000).contains(rounds) {
      throw ValidationError("--rounds \(rounds): a number from 1 to 100000, such as 50")
    }
    if let time, !(time > 0 && time <= 3600) {
      throw ValidationError("--time \(time): a number of seconds up to 3600, such as 0.5")
    }
  }

  @MainActor
  func run() async throws {
    do {
      try await measure()
    } catch {
      Files.write("Bench: \(error)\n", to: STDERR_FILENO)
      throw ExitCode(error.status.rawValue)
    }
  }

  @MainActor
  private func measure() async throws(Failure) {
    let selection = try Selection(of: Program.suites, named: suite, filter: filter)
    if list {
      let names = selection.suites.flatMap(\.benchmarks).map(\.name)
      Files.write(names.map { $0 + "\n" }.joined(), to: STDOUT_FILENO)
      return
    }
    if let recordedInto, let suite = selection.suites.first {
      return try await RecordedWorker(suite: suite, effort: effort, descriptor: recordedInto).run()
    }
    try UnwantedSession.refuse()
    let baseline = try self.baseline.map { file throws(Failure) in try Results(file: file) }
    let progress = Progress()
    var results = Results(machine: .current, suites: [])
    for suite in selection.suites {
      let result: SuiteResult
      if suite.needsSession {
        progress.clear()
        result = try measureInSession(suite)
      } else {
        result = try await SuiteRun(suite, effort: effort, progress: progress).measure()
      }
      results.suites.append(result)
    }
    progress.clear()
    let report = TableReport(
      results: results, baseline: baseline, layout: TextLayout(fileDescriptor: STDOUT_FILENO))
    Files.write(report.text, to: STDOUT_FILENO)
    if let json { try write(json, results.json) }
    if let markdown {
      try write(markdown) { MarkdownReport(results: results, baseline: baseline).text }
    }
  }

  /// Where no session can be had, only those who asked for the suite are let down.
  @MainActor
  private func measureInSession(_ suite: Suite) throws(Failure) -> SuiteResult {
    do {
      return try SessionRun(suite: suite, filter: filter, effort: effort).measure()
    } catch  where error.status == .unavailable && !self.suite.contains(suite.name) {
      return SuiteResult(
        name: suite.name, benchmarks: [], figures: [], note: "not measured: \(error)")
    }
  }

  private func write(_ file: String, _ text: () throws -> String) throws(Failure) {
    do {
      try Files.replace(file, with: text())
    } catch {
      throw Failure(.cannotCreate, "\(error)")
    }
  }

  private var effort: Effort {
    var effort = quick ? Effort.quick : .usual
    if let rounds { effort.rounds = rounds }
    if let time { effort.time = time }
    return effort
  }
}
