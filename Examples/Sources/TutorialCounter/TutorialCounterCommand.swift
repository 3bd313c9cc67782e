import ArgumentParser
import ComposableArchitecture
import NumberFacts
import Signpost
import TerminalKit

@main
struct TutorialCounterCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "TutorialCounter",
    abstract: "The counter of the tutorial: a number, a timer and facts; written with the macros.",
    discussion: Command.help(CounterView.commands))

  @OptionGroup var facts: FactOptions

  @MainActor
  func run() async throws {
    let exitCode = try await facts.withService { address in
      prepareDependencies { $0.factsAddress = address }
      let counterView = CounterView(
        store: Store(initialState: CounterFeature.State()) {
          CounterFeature()
            .signpost("counter")
        }
      )
      return try await FrontEnd(counterView).run()
    }
    try exitCode.throwUnlessSuccess()
  }
}
