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

  @Option(
    defaultAsFlag: 8080,
    help: ArgumentHelp(
      "Serve a page that shows the same game. 0 chooses a free port.",
      discussion: """
        It is for browsers on this machine, of all its users. Without a terminal, it is \
        served on after the end of the input, until 'quit' or a signal.
        """, valueName: "port"))
  var serve: Int?

  func validate() throws {
    guard serve.map({ UInt16(exactly: $0) != nil }) ?? true else {
      throw ValidationError("--serve takes a port from 0 to 65535, not \(serve ?? 0).")
    }
  }

  @MainActor
  func run() async throws {
    let exitCode = try await service.withService(AuthenticationHandler(desk)) { address in
      prepareDependencies { $0.authenticationClient = .http(address) }
      let store = Store(initialState: AppFeature.State.login(Login.State())) {
        AppFeature.body.signpost("app")
      }
      var server: PageServer?
      if let port = serve.flatMap(UInt16.init(exactly:)) {
        server = try await PageServer.start(port: port, AppPage(store: store))
      }
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
