import ArgumentParser
import ComposableCore
import Dispatch
import Foundation
import Signpost
import TerminalKit

@main
struct ShoppingListCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "ShoppingList",
    abstract: """
      A shopping list of reducers that are pulled back, combined, and printed as they run; in the \
      environment style.
      """,
    discussion: Command.help(AppView.commands))

  @MainActor
  func run() async throws {
    let appView = AppView(
      store: Store(
        initialState: AppState(todos: [
          Todo(description: "Milk", id: UUID()),
          Todo(description: "Eggs", id: UUID()),
          Todo(isComplete: true, description: "Hand Soap", id: UUID()),
        ]),
        reducer:
          appReducer
          .receive(on: DispatchQueue.main)
          .signpost("list")
          .debug(),
        environment: AppEnvironment(uuid: { UUID() })
      )
    )
    try await FrontEnd(appView).run().throwUnlessSuccess()
  }
}
