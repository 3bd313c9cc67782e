import ArgumentParser
import BenchSuites
import CMachine
import Glibc
import SystemSupport
import TextTables

/// The command line of a program that measures.
struct BenchCommand<Program: BenchProgram>: AsyncParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "Bench",
      abstract: "Measures the cost of the library: time, allocations, instructions.",
      usage: "Bench [<options>]",
      discussion: """
        EXAMPLES
        swift run -c release Bench             everything, in a few minutes
        Bench --quick --suite send             one suite, roughly
        Bench --json before.json               keep the results …
        Bench --baseline before.json           … and compare later ones with them
        Bench --quick --check                  as in CI: judge by the committed thresholds

        EXIT STATUS
        \(ExitStatus.table)
        """)
  }

  @Option(help: ArgumentHelp("Measure only matching benchmarks and figures.", valueName: "regex"))
  var filter: String?

  @Option(help: ArgumentHelp("Measure only this suite; can be repeated.", valueName: "name"))
  var suite: [String] = []

  @Option(
    help: ArgumentHelp(
      "Measure a session that `signpost extract` wrote, and nothing else.", valueName: "file"))
  var replay: String?

  @Flag(help: "Only print the names of all benchmarks.")
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

  @Option(help: ArgumentHelp("Compare with an output of --json.", valueName: "file"))
  var baseline: String?

  @Option(
    help: ArgumentHelp(
      "Judge by thresholds; the file may be left out.", valueName: "file"))
  var check: String?

  @Option(
    help: ArgumentHelp(
      "Record the changed figures; the file may be left out.", valueName: "file"))
  var update: String?

  @Flag(help: "Count instructions, under valgrind if need be.")
  var instructions = false

  @Option(
    name: .customLong(CallgrindRun.workerOption),
    help: ArgumentHelp("The operation to perform under callgrind.", visibility: .private))
  var callgrindPlan: String?

  @Option(
    name: .customLong(RecordedWorker.option),
    help: ArgumentHelp("The file for the measurements of a session.", visibility: .private))
  var recordedInto: Int32?

  func validate() throws {
    if let rounds, !(1...100_000).contains(rounds) {
      throw ValidationError("--rounds \(rounds): a number from 1 to 100000, such as 50")
    }
    if let time, !(time > 0 && time <= 3600) {
      throw ValidationError("--time \(time): a number of seconds up to 3600, such as 0.5")
    }
    if replay != nil, check == Arguments.committed || update == Arguments.committed {
      throw ValidationError(
        "--replay: name a file of thresholds of its own, such as --check session-thresholds.json")
    }
    if replay != nil, instructions {
      throw ValidationError(
        "--replay and --instructions: instructions are counted without --replay")
    }
    if check != nil, update != nil {
      throw ValidationError("--check and --update: one at a time, as --update changes the file")
    }
  }

  @MainActor
  func run() async throws {
    do {
      let status = try await perform()
      if status != .fine { throw ExitCode(status.rawValue) }
    } catch let failure as Failure {
      complain("\(failure)")
      throw ExitCode(failure.status.rawValue)
    }
  }

  @MainActor
  private func perform() async throws(Failure) -> ExitStatus {
    let selection = try Selection(of: suites(), named: suite, filter: filter)
    if let callgrindPlan {
      _ = processors_pin()
      try await CallgrindWorker.perform(plan(callgrindPlan), of: Program.suites)
      return .fine
    }
    if list {
      let names = selection.suites.flatMap(\.benchmarks).map(\.name)
      Files.write(names.map { $0 + "\n" }.joined(), to: STDOUT_FILENO)
      return .fine
    }
    if let recordedInto, let suite = selection.suites.first {
      try await RecordedWorker(suite: suite, effort: effort, descriptor: recordedInto).run()
      return .fine
    }
    let baseline = try self.baseline.map { file throws(Failure) in try Results(file: file) }
    let judge = try Judge(check: check, update: update)
    let results = try await measure(selection, by: judge?.thresholds)
    let verdict = try judge?.verdict(on: results, selection: selection)
    let report = TableReport(
      results: results, baseline: baseline, layout: TextLayout(fileDescriptor: STDOUT_FILENO))
    Files.write(report.text + (verdict.map { "\n" + $0.text } ?? ""), to: STDOUT_FILENO)
    if let json { try write(json, results.json) }
    if let markdown {
      let report = MarkdownReport(results: results, baseline: baseline, verdict: verdict)
      try write(markdown) { report.text }
    }
    let status = try verdict?.conclude() ?? .fine
    return results.refusals.isEmpty || status == .regression ? status : .incomplete
  }

  /// The available suites: the session's, if one was given.
  private func suites() throws(Failure) -> [Suite] {
    guard let replay else { return Program.suites }
    do {
      _ = try Files.read(replay)
    } catch {
      throw Failure(.usage, "--replay: \(error)")
    }
    do {
      return [try Program.replay(replay)]
    } catch let failure as Failure {
      throw failure
    } catch let error as UnknownReplayFeature {
      throw Failure(.usage, "\(error)")
    } catch {
      throw Failure(.damagedFile, "\(error)")
    }
  }

  @MainActor
  private func measure(
    _ selection: Selection, by thresholds: Thresholds?
  ) async throws(Failure) -> Results {
    let progress = Progress()
    defer { progress.clear() }
    let hardware = HardwareCounter.ofProcess
    var results = Results(machine: .current, suites: [])
    for suite in selection.suites {
      let measurement = SuiteMeasurement(
        suite: suite, filter: filter, effort: effort, hardware: hardware, progress: progress)
      do {
        results.suites.append(try await measurement.result(judgedBy: thresholds))
      } catch  where suite.needsSession && error.status == .unavailable && !needs(suite) {
        results.suites.append(SuiteResult(of: suite, missing: error))
      }
    }
    let counted = thresholds?.instructions[results.instructionsKey(.callgrind)]
    let countsAll = instructions && hardware == nil
    if counted != nil || countsAll {
      progress.show("counting instructions under valgrind")
      do {
        try results.countInstructions { countsAll || counted?[$0] != nil }
      } catch {
        complain("\(error)")
      }
    }
    return results
  }

  private func plan(_ file: String) throws(Failure) -> CallgrindPlan {
    guard let text = try? Files.read(file), let plan = CallgrindPlan(text: text) else {
      throw Failure(.usage, "“\(file)” is no plan")
    }
    return plan
  }

  /// Whether the run is useless without the suite.
  private func needs(_ suite: Suite) -> Bool {
    self.suite.contains(suite.name) || check != nil || update != nil
  }

  private func write(_ file: String, _ text: () throws -> String) throws(Failure) {
    do {
      try Files.replace(file, with: text())
    } catch {
      throw Failure(.cannotCreate, "\(error)")
    }
  }

  private func complain(_ message: String) {
    Files.write("Bench: \(message)\n", to: STDERR_FILENO)
  }

  private var effort: Effort {
    var effort = quick ? Effort.quick : .usual
    if let rounds { effort.rounds = rounds }
    if let time { effort.time = time }
    return effort
  }
}
