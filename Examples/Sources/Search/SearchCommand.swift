import ArgumentParser
import ComposableArchitecture
import Signpost
import TerminalKit

@main
struct SearchCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "Search",
    abstract: "Finds places while you type, and shows when the sun rises and sets there.",
    discussion: Command.help(SearchView.commands))

  @OptionGroup var places: PlaceOptions

  @MainActor
  func run() async throws {
    let exitCode = try await places.withService { address in
      prepareDependencies { $0.places = .http(address) }
      let searchView = SearchView(
        store: Store(initialState: SearchFeature.State()) {
          SearchFeature().signpost("search")
        })
      return try await FrontEnd(searchView).run()
    }
    try exitCode.throwUnlessSuccess()
  }
}
