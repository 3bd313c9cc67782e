import ExampleTestSupport
import Foundation
import Testing

@testable import CaseStudies

@Suite(.timeLimit(.minutes(1)))
struct LineFrontEndTests {
  private func run(
    _ arguments: [String] = [], _ input: String
  ) async throws -> ExampleProgram.Outcome {
    try await caseStudiesProgram.run(["--delay", "1"] + arguments, input: input)
  }

  @Test func studiesAreOpenedOneAfterTheOther() async throws {
    let outcome = try await run([], "open counter\nrepeat 2 +\nclose\nopen 8\nsend\nexpress\n")
    #expect(
      outcome.lines == [
        "21 studies", "counter | 0", "counter | 1", "counter | 2", "21 studies",
        "alerts | is written", "alerts | is written | ? How is the letter to be sent?",
        "alerts | is sent, express", "21 studies",
      ])
    #expect(outcome.errors == "")
    #expect(outcome.status == 0)
  }

  @Test func aStudyIsOpenedAtOnce() async throws {
    let outcome = try await run(["--study", "effects"], "fact\nwait\nrepeat 6 +\nfact\nwait\n")
    #expect(outcome.lines.first == "effects | 1")
    #expect(
      outcome.lines.contains("effects | 1 | 1 is odd, the square of 1 and divides every number."))
    #expect(outcome.lines.contains { $0.hasPrefix("effects | 7 | failed: http://127.0.0.1:") })
    #expect(outcome.status == 0)
  }

  @Test func theEndOfTheInputStopsWhatLasts() async throws {
    let outcome = try await run(["--study", "timers"], "start\n")
    #expect(outcome.lines.prefix(2) == ["timers | 0 s | stopped", "timers | 0 s | running"])
    #expect(outcome.lines.last == "21 studies")
    let window = try await run(["--study", "long-living"], "wait\n")
    #expect(window.lines.last == "21 studies")
    #expect(window.status == 0)
  }

  @Test func aLineThatCannotBeCarriedOutIsReported() async throws {
    let outcome = try await run(
      ["--study", "bindings"], "toggle\nlouder\nopen nothing\nadd 1\nopen recursion\nfold 9\n")
    #expect(
      outcome.errors.split(separator: "\n").map { $0.split(separator: ";").first } == [
        "CaseStudies: line 2: the alarm is off",
        "CaseStudies: line 3: 'open nothing' lacks its study",
        "CaseStudies: line 4: unknown command 'add 1'",
        "CaseStudies: line 6: there is no row 9",
      ])
    #expect(outcome.status == 65)
  }

  @Test func theTallyOfAllRunsIsInAFile() async throws {
    try await withScratchDirectory { directory in
      let file = directory.appendingPathComponent("tally.json").path
      _ = try await run(["--study", "shared", "--file", file], "repeat 3 +\n")
      let next = try await run(["--study", "shared", "--file", file], "+\n")
      #expect(
        next.lines.prefix(2) == [
          "shared | counter | run 0 | file 3", "shared | counter | run 1 | file 4",
        ])
    }
  }

  @Test func favoritesAndDownloadsUseTheServer() async throws {
    let outcome = try await run(
      [], "open favorite\n1\nwait\n3\nwait\nok\nclose\nopen download\n1\n3\nwait\n")
    let lines = outcome.lines
    #expect(lines.contains("favorite | ★ Emma | ☆ Middlemarch | ☆ Moby-Dick | ☆ Walden"))
    #expect(lines.contains { $0.hasSuffix("cannot be a favorite: it is lent out.") })
    #expect(
      lines.contains(
        "download | maps: 400000 bytes | music: none | "
          + "missing: The server answered with status 404."
      ))
    #expect(outcome.errors == "")
  }

  @Test func helpAndExplanationsNameTheCommands() async throws {
    let help = try await run(["--help"], "")
    for study in StudyID.allCases { #expect(help.output.contains(study.rawValue)) }
    let text = try await run(["--explain", "stack"], "")
    #expect(text.lines.first == "Stack")
    #expect(text.output.contains("go <place>"))
    #expect(text.status == 0)
    let failure = try await run(["--study", "nothing"], "")
    #expect(failure.errors.contains("there is no study 'nothing'; studies are counter,"))
    #expect(failure.status == 64)
  }
}
