import ArgumentParser
import Testing

@testable import SignpostTool
@testable import TraceAnalysis

/// The commands that findings name.
@Suite struct FindingCommandTests {
  /// Facts of one to three directories.
  private let facts = (1...3).map { count in
    let names = NameTable()
    names.append(contentsOf: [TraceName(prefix: "desk", name: "level")])
    return FindingFacts(
      names: names, summary: TraceSummary(), whole: 0, time: [],
      directories: (1...count).map { "part-\($0)" }, functions: nil, isPart: false,
      counts: FindingFacts.Counts())
  }

  @Test(arguments: FindingFacts.Command.allCases)
  func command_ofAName_isAccepted(command: FindingFacts.Command) throws {
    for facts in self.facts {
      for text in [facts.command(command), facts.command(command, NameID(index: 2))] {
        try accept(text)
      }
    }
  }

  @Test func command_ofObserversAndFunctions_isAccepted() throws {
    for facts in self.facts {
      try accept(facts.commandForObservers)
      try accept(facts.command(.report) + " --functions")
    }
    #expect(facts.map { $0.commandForObservers.contains(" view ") } == [true, false, false])
  }

  private func accept(_ text: String) throws {
    let words = text.split(separator: " ").map(String.init)
    #expect(words.first == "signpost")
    let directories = words.filter { $0.hasPrefix("part-") }
    switch try Signpost.parseAsRoot(Array(words.dropFirst())) {
    case let command as EventsCommand: #expect(command.directories == directories)
    case let command as PathCommand: #expect(command.directories == directories)
    case let command as ReportCommand: #expect(command.directories == directories)
    case let command as ViewCommand: #expect(command.directories == directories)
    case let command: Issue.record("\(type(of: command)) of \(text)")
    }
  }
}
