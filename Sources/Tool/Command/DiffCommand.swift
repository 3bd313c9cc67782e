import ArgumentParser
import Foundation
import TextTables
import TraceAnalysis
import TraceComparison

/// Compares two recordings, or two sets of them.
struct DiffCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "diff",
    abstract: "Show changes of speed between recordings.",
    usage: """
      signpost diff [options] BEFORE AFTER
      signpost diff [options] --before DIR … --after DIR …
      """,
    discussion: """
      BEFORE and AFTER are recordings, or reports of report --json. One recording of each shows \
      differences. Several of each, recorded alternately, distinguish a change from noise; the \
      output gives the number that this takes.

      EXAMPLE
      signpost diff --before old-* --after new-*

      EXIT STATUS
        0  no change, or too few recordings for a verdict
        2  a figure is worse, or beyond a limit
        3  a limit, --map or the comparison could not be judged
        4  a figure is better, and none is worse
       65  events were lost, or a recording is damaged (see --allow-incomplete)
      and the general ones: signpost help exit-status
      """)

  /// The output formats of a comparison.
  enum Format: String, CaseIterable, ExpressibleByArgument {
    case text, json, markdown
  }

  @Argument(
    help: ArgumentHelp("One recording before and one after.", valueName: "recording"),
    completion: .directory)
  var recordings: [String] = []

  @Option(
    parsing: .upToNextOption,
    help: ArgumentHelp("Recordings before.", valueName: "dir"), completion: .directory)
  var before: [String] = []

  @Option(
    parsing: .upToNextOption,
    help: ArgumentHelp("Recordings after.", valueName: "dir"), completion: .directory)
  var after: [String] = []

  @Option(
    name: .customLong("format"),
    help: "Tables, the default; one JSON object, or a comment for a pull request.")
  var chosenFormat: Format?

  @Flag(help: "The same as --format json; all durations are whole nanoseconds.")
  var json = false

  @Option(
    help: ArgumentHelp(
      "How many rows a table has; all lists the rows without changes as well.", valueName: "count"))
  var limit: RowLimit?

  /// An earlier name of `--limit all`.
  @Flag(help: .hidden)
  var all = false

  private var rowLimit: RowLimit? { all ? .all : limit }
  private var format: Format { json ? .json : chosenFormat ?? .text }

  @Option(
    name: .customLong("min-change"),
    help: ArgumentHelp("The smallest change that counts, in percent.", valueName: "percent"))
  var smallestChange = 5.0

  @Option(
    help: ArgumentHelp(
      "A prefix that was renamed, as OLD=NEW. Can be given several times.", valueName: "old=new"))
  var map: [PrefixRenaming] = []

  @Option(
    help: ArgumentHelp(
      "A JSON file of limits that the recordings after have to keep.", valueName: "file"),
    completion: .file())
  var thresholds: String?

  @Flag(
    name: .customLong("allow-incomplete"),
    help: "Compare recordings with lost events, damage or a sample, too.")
  var allowsIncomplete = false

  @OptionGroup(title: "Filters")
  var filter: FilterOptions

  func validate() throws {
    let isPair = recordings.count == 2 && before.isEmpty && after.isEmpty
    let isSets = recordings.isEmpty && !before.isEmpty && !after.isEmpty
    guard isPair || isSets else {
      throw ValidationError(
        "Name two recordings, or several with --before and --after.")
    }
    try OptionConflict.refuse(json: json, format: chosenFormat)
    try OptionConflict.refuseSeveral(of: [
      "--all": all, "--limit": limit.map { $0 != .all } ?? false,
    ])
    for (index, renaming) in map.enumerated() {
      let others = map[..<index].filter { $0.old == renaming.old && $0 != renaming }
      guard others.isEmpty else {
        throw ValidationError("--map gives \(renaming.old) two new names.")
      }
    }
    try limit?.validate()
    try OptionConflict.refuse(with: "JSON", format == .json, ["--limit": limit?.number != nil])
    guard smallestChange >= 0 else {
      throw ValidationError("--min-change takes a number of percent, 0 or more.")
    }
  }

  func run() throws {
    let status = ReportCommand.status { progress -> ExitStatus in
      var options = ComparisonOptions()
      options.smallestChange = smallestChange / 100
      options.renamedPrefixes = Dictionary(
        map.map { ($0.old, $0.new) }, uniquingKeysWith: { $1 })
      if let thresholds { options.limits = try Self.limits(in: thresholds) }
      func reports(_ paths: [String]) throws -> [Report] {
        try paths.map { try report(of: $0, progress) }
      }
      let earlier = try reports(recordings.isEmpty ? before : [recordings[0]])
      let later = try reports(recordings.isEmpty ? after : [recordings[1]])
      progress.clear()
      // A name may be new, or gone.
      if let last = later.last, (earlier + later).allSatisfy({ $0.selectsNothing == true }) {
        Console.say(TraceVerdict(last, "compared", nil).message ?? "Nothing is selected.")
        return .usage
      }
      let comparison = Comparison(earlier, later, options: options)
      if format == .json {
        try Console.write(data: try comparison.json() + "\n", to: STDOUT_FILENO)
      } else {
        try Console.write(text(of: comparison), to: STDOUT_FILENO)
      }
      if !comparison.obstacles.isEmpty, !allowsIncomplete {
        Console.say(
          "The recordings cannot be compared: \(comparison.obstacles[0].printable()). "
            + "Record again, or add --allow-incomplete.")
        return .traceDamaged
      }
      if !comparison.reservations.isEmpty, !allowsIncomplete {
        Console.say(
          "Not judged: \(comparison.reservations[0].printable()). "
            + "Add --allow-incomplete to judge it all the same.")
        return .notJudged
      }
      if comparison.verdict == .worse { return .worse }
      if !comparison.unjudged.isEmpty {
        Console.say("Not judged: \(comparison.unjudged[0].printable()).")
        return .notJudged
      }
      return comparison.verdict == .better ? .better : .success
    }
    if status != .success { throw status.exitCode }
  }

  private func report(of path: String, _ progress: ProgressLine) throws -> Report {
    var isDirectory: ObjCBool = false
    if FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory),
      !isDirectory.boolValue
    {
      guard filter.filter.isEmpty else {
        throw UnreadableFile(
          path: path, reason: "filters apply to recordings, and this is a report")
      }
      let report: Report
      do {
        report = try Report(json: try String(contentsOfFile: path, encoding: .utf8))
      } catch {
        throw UnreadableFile(path: path, reason: "it is neither a recording nor a report in JSON")
      }
      if let grouping = report.grouping {
        throw UnreadableFile(
          path: path,
          reason: "it has a row for each \(grouping.rawValue); write the report without --by")
      }
      return report
    }
    var options = ReportOptions()
    options.filter = filter.filter
    return try Report(directory: path, options: options, onProgress: progress.handler)
  }

  private static func limits(in path: String) throws -> [ComparisonLimit] {
    let text: String
    do {
      text = try String(contentsOfFile: path, encoding: .utf8)
    } catch {
      throw UnreadableFile(path: path, reason: error.localizedDescription)
    }
    do {
      return try ComparisonLimit.read(text)
    } catch let error as ComparisonLimitError {
      throw UnreadableFile(path: path, reason: error.description)
    }
  }

  private func text(of comparison: Comparison) -> String {
    let layout = TextLayout(STDOUT_FILENO, rowLimit?.rows, isMarkdown: format == .markdown)
    return comparison.text(layout, showsAll: rowLimit == .all)
  }
}

/// A prefix that has another name in newer recordings.
struct PrefixRenaming: ExpressibleByArgument, Equatable {
  var old: String
  var new: String

  init?(argument: String) {
    guard let sign = argument.firstIndex(of: "=") else { return nil }
    old = String(argument[..<sign])
    new = String(argument[argument.index(after: sign)...])
  }
}

/// A file that cannot be used as requested.
struct UnreadableFile: CommandFailure {
  var path: String
  var reason: String

  var status: ExitStatus { .usage }

  var message: String? { "Cannot use \(path.printable()): \(reason.printable())" }
}
