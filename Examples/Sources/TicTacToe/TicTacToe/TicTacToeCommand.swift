import AppCore
import ArgumentParser
import AuthenticationClient
import AuthenticationService
import ComposableArchitecture
import Foundation
import LoginCore
import LoopbackServer
import PageKit
import Signpost
import TerminalKit

@main
struct TicTacToeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "TicTacToe",
    abstract: "Tic-tac-toe behind a login, on the terminal and in the browser at the same time.",
    discussion: """
      The program's own service has two accounts, both with the password 'password': \
      anna@example.com, and ben@example.com with a second factor, whose code is printed.

      \(Command.help(AppView.commands))
      """)

  @OptionGroup var service: ServiceOptions

  @Option(
    help: ArgumentHelp(
      "The code of each second factor of the program's own service, instead of a random one.",
      valueName: "code"))
  var code: String?

  @OptionGroup var page: ServeOptions

  @MainActor
  func run() async throws {
    let exitCode = try await service.withService(AuthenticationHandler(desk)) { address in
      prepareDependencies { $0.authenticationClient = .http(address) }
      let store = Store(initialState: AppFeature.State.login(Login.State())) {
        AppFeature.body.signpost("app")
      }
      let server = try await page.start(AppPage(store: store))
      if isatty(STDIN_FILENO) == 0, let server {
        Output.write("TicTacToe is at \(server.address)\n")
      }
      let exitCode = try await FrontEnd(AppView(store: store, address: server?.address)).run {
        await server?.waitUntilStopped()
      }
      await server?.stop()
      return exitCode
    }
    try exitCode.throwUnlessSuccess()
  }

  private var desk: LoginDesk {
    LoginDesk(
      makeCode: { [code] in code ?? String(Int.random(in: 100_000...999_999)) },
      // Another program would send it to a telephone.
      deliver: { Output.complain("message to \($1): your code is \($0)") })
  }
}
