import ArgumentParser
import ComposableArchitecture
import Foundation
import PageKit
import Signpost
import TerminalKit

@main
struct TodosCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "Todos",
    abstract: "A list of things to do, on the terminal and in the browser at the same time.",
    discussion: """
      On a terminal, single keys are commands, and the screen lists them. Otherwise each line of \
      standard input is one, and what there is afterwards is written after each; numbers are those \
      shown:

        add <title>               open <n>         show a todo by itself
        toggle <n>                note <text>      write its note
        rename <n> <title>        focus            start its timer, or stop it
        up <n>, down <n>          close            go back to the list
        delete [<n>]              choose <n>       answer a question
        clear                     remove what is completed
        undo                      bring back what was removed last
        filter all|active|completed
        retry                     read or write the file once more
        wait, wait <ms>           until all is done, or that many milliseconds
        quit

      Empty lines and lines that begin with # are passed over. A line that can't be carried out is \
      reported and passed over too; the exit code is then 65. It is 74 if the todos could not be \
      saved.
      """)

  @Option(
    help: ArgumentHelp(
      "The file that keeps the todos.",
      discussion: "Without it, todos/todos.json where the user's data is.", valueName: "path"))
  var file: String?

  @OptionGroup var page: ServeOptions

  @MainActor
  func run() async throws {
    if let file {
      prepareDependencies { $0.todosFile = URL(fileURLWithPath: file) }
    }
    let session = TodosSession(
      store: Store(initialState: TodoList.State()) {
        TodoList().signpost("todos")
      })
    let server = try await page.start(TodosPage(session: session))
    let exitCode = try await runFrontEnd(session, server)
    await server?.stop()
    if let problem = await session.end() {
      Output.complain("\(problem)")
      throw ExitCode(74)
    }
    if exitCode != .success { throw exitCode }
  }

  @MainActor
  private func runFrontEnd(
    _ session: TodosSession, _ server: PageServer?
  ) async throws -> ExitCode {
    if isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1 {
      try await TerminalFrontEnd(session: session, address: server?.address).run()
      return .success
    }
    let signals = SignalHandlers()
    signals.handleEnd { _ = await session.end() }
    defer { signals.cancel() }
    if let server { Output.write("Todos are at \(server.address)\n") }
    let outcome = await LineFrontEnd(session: session).run()
    if !outcome.hasQuit { await server?.waitUntilStopped() }
    return outcome.exitCode
  }
}
