import ArgumentParser
import ComposableCore
import Foundation
import NumberFacts
import Signpost

@main
struct CounterCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "Counter",
    abstract: "Counts up and down, by hand or by a timer, and fetches facts about numbers.",
    discussion: """
      On a terminal, single keys are commands. Otherwise each line of standard input is one:

        +             add one
        -             subtract one
        fact          fetch a fact about the number
        timer         start the timer, or stop it
        wait          wait until every fact that was asked for is there
        wait <ms>     wait that many milliseconds
        repeat <n> <command>
        quit          end without waiting for facts

      Empty lines and lines that begin with # are passed over. An unknown command is reported and \
      passed over too; the exit code is then 65.
      """)

  @Option(
    help: ArgumentHelp(
      "The service to ask for facts; its answer to GET <url>/<number> is shown.",
      discussion: "Without it, the program starts a service of its own.", valueName: "url"),
    transform: Self.parseAddress)
  var facts: URL?

  @Option(
    help: ArgumentHelp("How long the program's own service thinks.", valueName: "ms"))
  var factDelay = 20

  @Option(
    help: ArgumentHelp(
      "Let the program's own service fail for the multiples of this number.", valueName: "number"))
  var failMultiplesOf: Int?

  @Option(help: ArgumentHelp("The time between two ticks of the timer.", valueName: "ms"))
  var timerInterval = 1000

  @Option(
    help: ArgumentHelp(
      "Write how often each action came to a file, as JSON, at the end.", valueName: "file"))
  var countActions: String?

  func validate() throws {
    guard factDelay >= 0 else {
      throw ValidationError("--fact-delay takes a number of milliseconds, not \(factDelay).")
    }
    guard timerInterval > 0 else {
      throw ValidationError("--timer-interval takes at least 1 millisecond, not \(timerInterval).")
    }
    guard failMultiplesOf != 0 else {
      throw ValidationError("--fail-multiples-of takes any number but 0.")
    }
    guard facts == nil || failMultiplesOf == nil else {
      throw ValidationError(
        "--fail-multiples-of is for the program's own service. Leave out --facts to use it.")
    }
  }

  @MainActor
  func run() async throws {
    let service: FactService?
    let address: URL
    if let facts {
      service = nil
      address = facts
    } else {
      let handler = FactHandler(
        delay: .milliseconds(factDelay), failingMultiples: failMultiplesOf)
      let own = try await FactService.start(handler)
      service = own
      address = own.address
    }

    let counts = ActionCounts()
    let store = Store(initialState: CounterFeature.State()) {
      CounterFeature(
        numberFact: .http(address), clock: ContinuousClock(),
        timerInterval: .milliseconds(timerInterval)
      )
      .counted(by: counts)
      .signpost("counter")
    }

    let exitCode: ExitCode
    if isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1 {
      exitCode = try await KeyFrontEnd(store: store).run()
    } else {
      exitCode = try await LineFrontEnd(store: store).run()
    }
    await service?.stop()
    if let countActions { try write(counts, to: countActions) }
    if exitCode != .success { throw exitCode }
  }

  private static func parseAddress(_ text: String) throws -> URL {
    guard let url = URL(string: text), let scheme = url.scheme?.lowercased(),
      ["http", "https"].contains(scheme), url.host?.isEmpty == false
    else {
      throw ValidationError("'\(text)' is no address like http://127.0.0.1:8080/.")
    }
    return url
  }

  @MainActor
  private func write(_ counts: ActionCounts, to path: String) throws {
    do {
      try counts.json.write(to: URL(fileURLWithPath: path))
    } catch {
      throw CounterFailure(
        message: "The counts could not be written to \(path): \(error.localizedDescription)")
    }
  }
}

/// A failure whose message says all there is to say.
struct CounterFailure: Error, CustomStringConvertible {
  let message: String

  var description: String { message }
}
