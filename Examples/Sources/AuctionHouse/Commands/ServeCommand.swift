import ArgumentParser
import Foundation
import TerminalKit

struct ServeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve",
    abstract: "Answers requests on the loopback address until SIGINT or SIGTERM.")

  @Option(help: "The port; 0 lets the system choose one. The first line of output has it.")
  var port: UInt16 = 8080

  @Option(
    name: .customLong("closing-time"),
    help: ArgumentHelp("How long after its last bid an auction closes.", valueName: "s"))
  var closingTime = 60.0

  @Option(
    help: ArgumentHelp(
      "Append accepted bids to this file. Without it, they are not written.", valueName: "file"))
  var ledger: String?

  @Option(help: "How auctions order their bidders: sorting does too much work at each bid.")
  var ranking = Ranking.moving

  func validate() throws {
    guard closingTime > 0, closingTime <= 86_400 else {
      throw ValidationError("--closing-time takes seconds up to a day, not \(closingTime).")
    }
  }

  func run() async throws {
    let house = AuctionHouse(
      AuctionFeature(
        ledger: try ledger.map(Ledger.file) ?? .none, clock: ContinuousClock(),
        closingTime: .seconds(closingTime), ranking: ranking))
    let server = try await AuctionServer.start(house, port: port)
    let end = AsyncStream<Void>.makeStream()
    let signals = SignalHandlers()
    for number in [SIGINT, SIGTERM] {
      signal(number, SIG_IGN)
      signals.handle(number) { end.continuation.finish() }
    }
    print(server.address.absoluteString)
    fflush(nil)
    for await _ in end.stream {}
    await server.stop()
    signals.cancel()
    let overview = await house.overview()
    print("\(overview.auctions) auctions, \(overview.bids) bids, \(overview.refusedBids) refused")
  }
}
