import ArgumentParser
import Foundation
import SystemSupport
import TextTables
import TraceAnalysis

/// Lists the mistakes that a recording shows.
struct FindingsCommand: ReadingCommand {
  static let configuration = CommandConfiguration(
    commandName: "findings",
    abstract: "Show mistakes in a recording, and their corrections.",
    discussion: """
      Judges a recording by rules: time of the main actor, observers, effects, queues, stores. Each \
      finding has its cost, the correction and a command that shows the evidence.

      EXAMPLES
      signpost findings my-recording --all
      signpost findings my-recording --sarif --fail-on any > findings.sarif
      signpost findings --rules storm

      EXIT STATUS
        0  no finding of a rule of --fail-on
        2  a finding of a rule of --fail-on
        3  a rule of --fail-on, or each rule of any, could not be judged
       79  events were lost, with --fail-on-loss: also with a finding
      and the general ones: signpost help exit-status
      """)

  @Argument(help: .recordings, completion: .directory)
  var directories: [String] = []

  @Flag(help: "Print one JSON object; all durations are whole nanoseconds.")
  var json = false

  @Flag(help: "Print a SARIF document, which code hosts display.")
  var sarif = false

  @Option(
    name: .customLong("source-root"),
    help: ArgumentHelp(
      "With --sarif, a directory with the source of the program; the working directory by default.",
      valueName: "dir"),
    completion: .directory)
  var sourceRoots: [String] = []

  @Flag(help: "List all rules: found, not found, or not judged, with the reason.")
  var all = false

  @Flag(help: "Describe all rules, or the named ones, without a recording.")
  var rules = false

  @Option(
    name: .customLong("fail-on"),
    help: ArgumentHelp(
      "A rule whose finding is a failure, or any. Can be given several times.", valueName: "rule"))
  var failOn: [String] = []

  @Option(
    help: ArgumentHelp("Leave out a rule. Can be given several times.", valueName: "rule"))
  var without: [String] = []

  @Option(
    help: ArgumentHelp(
      "A JSON file of silenced rules, each with a reason.", valueName: "file"),
    completion: .file())
  var config: String?

  @OptionGroup(title: "Filters")
  var filter: FilterOptions

  @OptionGroup
  var loss: LossOptions

  private static let any = "any"

  func validate() throws {
    guard rules || !directories.isEmpty else {
      throw ValidationError("Name the directory of a recording, or add --rules.")
    }
    try OptionConflict.refuseSeveral(of: ["--json": json, "--sarif": sarif])
    try OptionConflict.refuse(with: "--sarif", sarif, ["--all": all])
    try OptionConflict.refuse(without: "--sarif", sarif, ["--source-root": !sourceRoots.isEmpty])
    guard !(rules && sarif) else {
      throw ValidationError("--sarif is for findings: describe the rules with --rules --json.")
    }
    try OptionConflict.refuse(
      with: "--rules", rules,
      [
        "--all": all, "--fail-on": !failOn.isEmpty, "--without": !without.isEmpty,
        "--config": config != nil, "--fail-on-loss": loss.failOnLoss,
        "--name": !filter.name.isEmpty, "--prefix": !filter.prefix.isEmpty,
        "--process": !filter.process.isEmpty, "--host": !filter.host.isEmpty,
        "--from": filter.from != nil, "--to": filter.to != nil,
      ])
    for rule in without {
      try OptionConflict.refuseSeveral(
        of: ["--fail-on \(rule)": failOn.contains(rule), "--without \(rule)": true])
    }
    let known = RuleDescription.all.map(\.id)
    let named = without + failOn.filter { $0 != Self.any } + (rules ? directories : [])
    for rule in named where !known.contains(rule) {
      throw ValidationError(
        "There is no rule '\(rule)'." + rule.suggestion(from: known)
          + " signpost findings --rules lists all.")
    }
  }

  func run() throws {
    guard !rules else { return try printRules() }
    try reading { progress in
      var configuration = try configuration()
      configuration.silenced += without.map { .init(rule: $0, reason: "--without") }
      var options = ReportOptions()
      options.filter = filter.filter
      var report = try Report(
        directories: directories, options: options, onProgress: progress.handler)
      report.silence(configuration)
      try report.addGains(filter: filter.filter, onProgress: progress.handler)
      progress.clear()
      var verdict = TraceVerdict(report, "judged", loss)
      verdict.remarks = []
      if verdict.hasContent || json || sarif {
        let text = try text(of: report)
        if json || sarif {
          try Console.write(data: text, to: STDOUT_FILENO)
        } else {
          try Console.write(text, to: STDOUT_FILENO)
        }
      }
      // The figures of a report are estimates; the ones of findings are not.
      for remark in report.remarks where report.sampling?.remarks.contains(remark) != true {
        Console.say(remark.printable())
      }
      if let sampling = report.sampling, sampling.leavesOutChains {
        Console.say(sampling.remarkOnFindings)
      }
      if report.selections != nil { Console.say(Report.remarkOnFindingsOfSelection) }
      if let message = verdict.message { Console.say(message) }
      switch verdict.status {
      case .success: return status(of: report)
      case .usage where !failOn.isEmpty: return status(of: report)
      case .eventsLost:
        // Findings have their message beside the losses, which are the status.
        _ = status(of: report)
        return .eventsLost
      case let status: return status
      }
    }
  }

  private func text(of report: Report) throws -> String {
    if json { return try report.findingsJSON() + "\n" }
    if sarif { return try report.findingsSARIF(sources(of: report)) + "\n" }
    return report.findingsText(TextLayout(fileDescriptor: STDOUT_FILENO), showsAll: all)
  }

  /// The files of the findings, as far as they are found.
  private func sources(of report: Report) throws -> SourceTree {
    for root in sourceRoots {
      do throws(FileError) {
        _ = try Files.names(in: root)
      } catch {
        throw UnreadableFile(path: root, reason: errorText(error.number))
      }
    }
    let sources = SourceTree(
      sourceRoots.isEmpty ? ["."] : sourceRoots, of: report.findings.compactMap(\.sourceFile))
    for remark in sources.remarks { Console.say(remark.printable()) }
    return sources
  }

  /// A gate that could not judge has not passed.
  private func status(of report: Report) -> ExitStatus {
    let gated = report.rules.filter { failOn.contains(Self.any) || failOn.contains($0.rule) }
    let found = gated.filter { $0.findings > 0 }
    if !found.isEmpty {
      let list = found.map { "\($0.rule) (\($0.findings))" }.joined(separator: ", ")
      Console.say("Found, which --fail-on makes a failure: \(list).")
      return .worse
    }
    let open = gated.filter { $0.outcome == .notJudged }
    let judged = gated.contains { $0.outcome == .notFound }
    guard let first = open.first(where: { !judged || failOn.contains($0.rule) })
    else { return .success }
    Console.say("The rule \(first.rule) could not be judged: \(first.reason ?? "unknown").")
    return .notJudged
  }

  /// Describes the rules that the arguments name, or all.
  private func printRules() throws {
    let layout = TextLayout(fileDescriptor: STDOUT_FILENO)
    let named = RuleDescription.all.filter { directories.isEmpty || directories.contains($0.id) }
    let others = directories.isEmpty ? [UnjudgedMistake.text(layout)] : []
    let text =
      json
      ? try jsonText(named) + "\n"
      : (named.map { $0.text(layout) } + others).joined(separator: "\n")
    try Console.output(text)
  }

  private func configuration() throws -> FindingsConfiguration {
    guard let config else { return FindingsConfiguration() }
    let text: String
    do {
      text = try String(contentsOfFile: config, encoding: .utf8)
    } catch {
      throw UnreadableFile(path: config, reason: error.localizedDescription)
    }
    do {
      return try FindingsConfiguration(json: text)
    } catch let error as FindingsConfigurationError {
      throw UnreadableFile(path: config, reason: error.description)
    }
  }
}
