import ArgumentParser
import ComposableCore
import Foundation
import LoopbackServer

/// The options of a program that shows facts about numbers: where these come from.
package struct FactOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The service to ask for facts; its answer to GET <url>/<number> is shown.",
      discussion: "Without it, the program starts a service of its own.", valueName: "url"),
    transform: ServiceAddress.parse)
  var facts: URL?

  @Option(
    help: ArgumentHelp("How long the program's own service thinks.", valueName: "ms"))
  var factDelay = 20

  @Option(
    help: ArgumentHelp(
      "Let the program's own service fail for the multiples of this number.", valueName: "number"))
  var failMultiplesOf: Int?

  package init() {}

  package func validate() throws {
    guard factDelay >= 0 else {
      throw ValidationError("--fact-delay takes a number of milliseconds, not \(factDelay).")
    }
    guard failMultiplesOf != 0 else {
      throw ValidationError("--fail-multiples-of takes any number but 0.")
    }
    guard facts == nil || failMultiplesOf == nil else {
      throw ValidationError(
        "--fail-multiples-of is for the program's own service. Leave out --facts to use it.")
    }
  }

  /// Runs `body` while a service answers at the address it is given.
  @MainActor
  package func withService<Result>(
    _ body: @MainActor (_ address: URL) async throws -> Result
  ) async throws -> Result {
    if let facts { return try await body(facts) }
    let handler = FactHandler(
      delay: .milliseconds(factDelay), failingMultiples: failMultiplesOf)
    do {
      return try await LoopbackServer.run(handler, body)
    } catch let failure as LoopbackServerFailure {
      throw FactServiceFailure(reason: failure.reason)
    }
  }
}
