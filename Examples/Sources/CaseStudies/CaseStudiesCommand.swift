import ArgumentParser
import ComposableArchitecture
import Foundation
import NumberFacts
import Signpost
import TerminalKit

@main
struct CaseStudiesCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "CaseStudies",
    abstract: "Small features, each about one subject of the architecture, with its lesson.",
    discussion: """
      On a terminal, single keys are commands, and the screen lists them. Otherwise each line of \
      standard input is one, and each new state is a line of output:

        open <study>            open a study, by its name or number
        close                   close it, and whatever it is doing
        wait, wait <ms>         until all is done, or that many milliseconds
        repeat <n> <command>    do something several times
        quit                    end without waiting

      The studies are:

      \(StudyGroup.allCases.map(\.help).joined(separator: "\n"))

      '--explain timers' shows the text of a study, and the commands that it begins with. Empty \
      lines and lines that begin with # are passed over. A line that cannot be carried out is \
      reported and passed over too; the exit code is then 65. The end of the input closes the study.
      """)

  @Option(
    help: ArgumentHelp("Open a study at once, by its name or number.", valueName: "study"),
    transform: Self.parseStudy)
  var study: StudyID?

  @Option(
    help: ArgumentHelp("Show the text and the commands of a study, then end.", valueName: "study"),
    transform: Self.parseStudy)
  var explain: StudyID?

  @Option(
    help: ArgumentHelp("How long the program's own server thinks.", valueName: "ms"))
  var delay = 700

  @Option(
    help: ArgumentHelp(
      "The file of the study of shared state.",
      discussion: "Without it, case-studies/tally.json where the user's data is.",
      valueName: "path"))
  var file: String?

  func validate() throws {
    guard delay >= 0 else {
      throw ValidationError("--delay takes a number of milliseconds, not \(delay).")
    }
  }

  @MainActor
  func run() async throws {
    if let file {
      prepareDependencies { $0.tallyFile = URL(fileURLWithPath: file) }
    }
    if let explain { return Output.write(StudyText.text(about: explain)) }
    let exitCode = try await withStudyServer(delay: .milliseconds(delay)) { address in
      prepareDependencies {
        $0.factsAddress = address
        $0.studyServer = address
      }
      let view = StudiesView(
        store: Store(initialState: Studies.State()) {
          Studies()
            .signpost("studies")
        })
      if let study { view.store.send(.openButtonTapped(study)) }
      return try await FrontEnd(view).run()
    }
    try exitCode.throwUnlessSuccess()
  }

  private static func parseStudy(_ text: String) throws -> StudyID {
    guard let study = StudyID(text) else {
      throw ValidationError(
        "there is no study '\(text)'; studies are "
          + StudyID.allCases.map(\.rawValue).joined(separator: ", "))
    }
    return study
  }
}

extension StudyGroup {
  /// The names of its studies, for `--help`.
  fileprivate var help: String {
    let width = 12
    return studies.map(\.rawValue).joined(separator: ", ").wrapped(to: 60).enumerated()
      .map { "  " + ($0 == 0 ? rawValue.lowercased() : "").padded(to: width) + $1 }
      .joined(separator: "\n")
  }
}
