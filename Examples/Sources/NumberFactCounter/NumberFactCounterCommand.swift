import ArgumentParser
import ComposableCore
import NumberFacts
import Signpost
import TerminalKit

@main
struct NumberFactCounterCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "NumberFactCounter",
    abstract: "Counts, and shows facts about numbers in an alert; in the environment style.",
    discussion: Command.help(AppView.commands))

  @OptionGroup var facts: FactOptions

  @Flag(help: "Print each action with what it changes. Does nothing in release builds.")
  var debug = false

  @MainActor
  func run() async throws {
    // Printing is outside of the traced reducer, as it takes longer than everything else.
    let tracedReducer = appReducer.signpost("app")
    let exitCode = try await facts.withService { address in
      let appView = AppView(
        store: Store(
          initialState: AppState(),
          reducer: debug ? tracedReducer.debug() : tracedReducer,
          environment: .live(facts: address)
        )
      )
      return try await FrontEnd(appView).run()
    }
    try exitCode.throwUnlessSuccess()
  }
}
