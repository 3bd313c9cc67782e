import ArgumentParser
import ComposableCore
import Foundation
import NumberFacts
import Signpost
import TerminalKit

@main
struct CounterCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "Counter",
    abstract: "Counts up and down, by hand or by a timer, and fetches facts about numbers.",
    discussion: Command.help(CounterView.commands))

  @OptionGroup var facts: FactOptions

  @Option(help: ArgumentHelp("The time between two ticks of the timer.", valueName: "ms"))
  var timerInterval = 1000

  @Option(
    help: ArgumentHelp(
      "Write how often each action came to a file, as JSON, at the end.", valueName: "file"))
  var countActions: String?

  @Flag(
    help: """
      Have a recording contain all values of actions and states, from which `signpost extract` makes \
      a session for tests.
      """)
  var replayable = false

  func validate() throws {
    guard timerInterval > 0 else {
      throw ValidationError("--timer-interval takes at least 1 millisecond, not \(timerInterval).")
    }
  }

  @MainActor
  func run() async throws {
    let counts = ActionCounts()
    let exitCode = try await facts.withService { address in
      let store = Store(initialState: CounterFeature.State()) {
        CounterFeature(
          numberFact: .http(address), clock: ContinuousClock(),
          timerInterval: .milliseconds(timerInterval)
        )
        .counted(by: counts)
        .signpost("counter", payload: replayable ? .replayable : .none)
      }
      return try await FrontEnd(CounterView(store: store)).run()
    }
    if let countActions { try write(counts, to: countActions) }
    try exitCode.throwUnlessSuccess()
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
