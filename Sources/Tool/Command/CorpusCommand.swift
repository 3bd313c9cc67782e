import ArgumentParser
import Glibc
import ReplayFile
import SystemSupport
import TextTables
import TraceAnalysis

/// Chooses few of many sessions, which cover the behaviour of all.
struct CorpusCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "corpus",
    abstract: "Choose the sessions that cover the behaviour of many.",
    discussion: """
      Selects sessions of a directory, which extract has written, that cover every pair of an action \
      and a property that it changed. Prints their names, or copies them with --output. \
      `Replay.corpus` of SignpostTestSupport runs a directory of sessions as one test.

      EXAMPLE
      signpost corpus all-sessions --output chosen-sessions

      \(ExitStatus.reference)
      """)

  @Argument(
    help: ArgumentHelp("The directory with sessions: files named *.jsonl.", valueName: "directory"),
    completion: .directory)
  var directory: String

  @Option(
    name: [.short, .long],
    help: ArgumentHelp(
      "A new directory for copies of the chosen sessions.", valueName: "directory"))
  var output: String?

  private struct Session {
    var name: String
    var actions: Int
    var behaviours: Set<SessionCorpus.Behaviour>
    var hasNames: Bool
  }

  func run() throws {
    let status = ReportCommand.status { progress in
      let sessions = try sessions()
      progress.clear()
      guard sessions.contains(where: { $0.actions > 0 }) else {
        Console.say(
          "The directory “\(directory.printable())” has no session with actions: no file *.jsonl.")
        return .noTrace
      }
      let chosen = SessionCorpus.chosen(of: sessions.map { ($0.behaviours, $0.actions) })
        .map { sessions[$0] }
      try show(chosen, of: sessions)
      if let output { return try copy(chosen, to: output) }
      return .success
    }
    if status != .success { throw status.exitCode }
  }

  private func sessions() throws -> [Session] {
    let names: [String]
    do {
      names = try Files.names(in: directory)
    } catch {
      throw error.number == ENOENT
        ? TraceReaderError.noDirectory(directory)
        : TraceReaderError.unreadable(directory, reason: errorText(error.number))
    }
    return try names.filter { $0.hasSuffix(".jsonl") }.sorted().map { name in
      let recording = try ReplayRecording(path: "\(directory)/\(name)")
      return Session(
        name: name, actions: recording.actions.count,
        behaviours: SessionCorpus.behaviours(of: recording),
        hasNames: recording.header.hasChanges
          || recording.actions.contains { $0.changed?.isEmpty == false })
    }
  }

  private func show(_ chosen: [Session], of sessions: [Session]) throws {
    let all = sessions.reduce(into: Set()) { $0.formUnion($1.behaviours) }
    var text = ""
    for session in chosen { text += "\(session.name.printable())\n" }
    try Console.write(text, to: STDOUT_FILENO)
    Console.say(
      "\(chosen.count) of \(Units.count(UInt64(sessions.count), "session")) "
        + (chosen.count == 1 ? "has" : "have")
        + (all.count == 1 ? " the only pair" : " all \(all.count) pairs")
        + " of an action and a changed property.")
    let without = sessions.count { !$0.hasNames }
    if without > 0 {
      Console.say(
        "\(without) of them \(without == 1 ? "lacks" : "lack") names of changed properties: record "
          + "with --state-diffs.")
    }
  }

  private func copy(_ chosen: [Session], to output: String) throws -> ExitStatus {
    guard !Files.exists(output) else {
      Console.say("\(output.printable()) exists already: name a new directory.")
      return .outputUnusable
    }
    do throws(FileError) {
      try Files.makeDirectory(for: "\(output)/\(chosen[0].name)")
      for session in chosen {
        try Files.replace(
          "\(output)/\(session.name)", with: try Files.read("\(directory)/\(session.name)"))
      }
    } catch {
      // A part of the sessions does not cover the behaviour of all.
      Files.remove(output)
      Console.say("\(error)")
      return [ENOSPC, EDQUOT, EFBIG].contains(error.number) ? .outputFailed : .outputUnusable
    }
    return .success
  }
}
