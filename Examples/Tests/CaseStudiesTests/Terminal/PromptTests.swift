import ComposableArchitecture
import TerminalKit
import Testing

@testable import CaseStudies

@MainActor
@Suite struct PromptTests {
  typealias Answer = DraftLetter.Destination.Dialog

  @Test func eachButtonIsACommand() throws {
    let commands = Prompt(.speed) { (action: PresentationAction<Answer>) in action }.commands
    #expect(commands.map(\.word) == ["standard", "express", "not"])
    #expect(commands.map(\.keys) == [["s"], ["e"], ["n", .escape]])
    #expect(
      try commands.map { try $0.action("") } == [
        .presented(.speedChosen(.standard)), .presented(.speedChosen(.express)), .dismiss,
      ])
  }

  @Test func anAlertWithoutButtonsCanBeClosed() throws {
    let alert = AlertState<Answer> { TextState("Done.") }
    let prompt = Prompt(alert) { (action: PresentationAction<Answer>) in action }
    #expect(prompt.commands.map(\.keys) == [["o", .escape]])
    #expect(try prompt.commands.map { try $0.action("") } == [.dismiss])
    #expect(prompt.summary == "? Done.")
    #expect(prompt.lines(width: 60, usesColor: false) == ["+-------+", "| Done. |", "+-------+"])
  }
}
