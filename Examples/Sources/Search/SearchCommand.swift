import ArgumentParser
import ComposableArchitecture
import LoopbackServer
import Signpost
import TerminalKit

@main
struct SearchCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "Search",
    abstract: "Finds places while you type, and shows when the sun rises and sets there.",
    discussion: Command.help(SearchView.commands))

  @OptionGroup var service: ServiceOptions

  @MainActor
  func run() async throws {
    let exitCode = try await service.withService(PlaceHandler()) { address in
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
