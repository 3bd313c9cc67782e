import ArgumentParser
import ComposableCore
import Foundation
import NumberFacts
import Signpost
import TerminalKit

@main
struct HigherOrderReducersCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "HigherOrderReducers",
    abstract: """
      Settings and a number with facts: parts of one whole, whose actions are printed by a reducer \
      around it.
      """,
    discussion: Command.help(AppView.commands))

  @OptionGroup var facts: FactOptions

  @Option(
    help: ArgumentHelp(
      "Keep the settings in a file, and begin with what is there.", valueName: "file"),
    transform: URL.init(fileURLWithPath:))
  var settings: URL?

  @MainActor
  func run() async throws {
    let file = settings.map { SettingsFile(url: $0) }
    let initialState = AppState(settings: try file?.load() ?? SettingsState())
    let exitCode = try await facts.withService { address in
      let appView = AppView(
        store: Store(
          initialState: initialState,
          reducer: appReducer.signpost("app").logging(),
          environment: AppEnvironment(
            settings: SettingsEnvironment(save: { await file?.save($0) }),
            numberFact: NumberFactClient.http(address).fetch
          )
        )
      )
      return try await FrontEnd(appView).run()
    }
    try exitCode.throwUnlessSuccess()
  }
}
