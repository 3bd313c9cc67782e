import ArgumentParser
import FlyingFox
import Foundation

/// The options of a program that brings its own service along.
package struct ServiceOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The service to ask.",
      discussion: "Without it, the program starts a service of its own.", valueName: "url"),
    transform: ServiceAddress.parse)
  var service: URL?

  @Option(help: ArgumentHelp("How long the program's own service thinks.", valueName: "ms"))
  var delay = 20

  @Option(
    help: ArgumentHelp(
      "Let the program's own service refuse each request whose number is a multiple.",
      discussion: "With 1 it refuses all of them; with 2 it answers the second attempt.",
      valueName: "number"))
  var failMultiplesOf: Int?

  package init() {}

  package func validate() throws {
    guard 0...60_000 ~= delay else {
      throw ValidationError("--delay takes 0 to 60000 milliseconds, not \(delay).")
    }
    guard failMultiplesOf ?? 1 > 0 else {
      throw ValidationError("--fail-multiples-of takes a number from 1 on.")
    }
    guard service == nil || failMultiplesOf == nil else {
      throw ValidationError(
        "--fail-multiples-of is for the program's own service. Leave out --service to use it.")
    }
  }

  /// Runs `body` while a service answers at the address it is given.
  ///
  /// - Parameter handler: The program's own service.
  @MainActor
  package func withService<Result>(
    _ handler: any HTTPHandler, _ body: @MainActor (_ address: URL) async throws -> Result
  ) async throws -> Result {
    if let service { return try await body(service) }
    let handler = UnreliableHandler(
      handler, delay: .milliseconds(delay), failingMultiples: failMultiplesOf)
    do {
      return try await LoopbackServer.run(handler, body)
    } catch let failure as LoopbackServerFailure {
      throw ServiceFailure(reason: failure.reason)
    }
  }
}

/// Why the program's own service does not run.
package struct ServiceFailure: Error, CustomStringConvertible {
  let reason: String

  package var description: String {
    """
    The program's own service could not be started on 127.0.0.1: \(reason). Give the address of \
    another one with --service.
    """
  }
}
