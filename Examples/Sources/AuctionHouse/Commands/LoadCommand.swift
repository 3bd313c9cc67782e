import ArgumentParser
import Foundation

struct LoadCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "load",
    abstract: "Opens auctions at a server, bids at random, and prints the latencies.")

  @Argument(help: "Where the server answers, such as http://127.0.0.1:8080/.", transform: address)
  var server: URL

  @Option(help: "The number of auctions to open.")
  var auctions = 1000

  @Option(help: "The number of bids to place.")
  var bids = 20_000

  @Option(help: "The number of clients that bid at the same time.")
  var clients = 16

  @Option(help: "The seed of the bids. Without it, a new one is chosen and printed.")
  var seed: UInt64?

  func validate() throws {
    guard auctions > 0, bids > 0 else {
      throw ValidationError("--auctions and --bids take numbers from 1 on.")
    }
    guard 1...256 ~= clients else { throw ValidationError("--clients takes 1 to 256.") }
  }

  func run() async throws {
    let seed = seed ?? .random(in: .min ... .max)
    print("seed \(seed)")
    let summary = try await LoadGenerator(
      auctions: auctions, bids: bids, clients: clients, seed: seed
    ).run(AuctionClient(server, connections: clients))
    print(summary.text)
  }

  private static func address(_ text: String) throws -> URL {
    guard let url = URL(string: text), url.scheme == "http", url.host != nil else {
      throw ValidationError("'\(text)' is no address like http://127.0.0.1:8080/.")
    }
    return url
  }
}
