import ArgumentParser

@main
struct AuctionHouseCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "AuctionHouse",
    abstract: "Thousands of auctions behind HTTP, each a store of its own, and a load for them.",
    subcommands: [ServeCommand.self, LoadCommand.self])
}
