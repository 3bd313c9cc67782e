/// Many clients that bid at random.
struct LoadGenerator: Sendable {
  var auctions: Int
  var bids: Int
  /// The number of simultaneous bidders.
  var clients: Int
  /// The same seed makes the same bids, but not in the same order among clients.
  var seed: UInt64
  /// The share of all bids that go to the first auction: there is always one that all want.
  var favouriteShare = 0.1

  /// Opens auctions, places all bids, and returns once each has an answer.
  func run(_ client: AuctionClient) async throws -> LoadSummary {
    let ids = try await open(client)
    let clock = ContinuousClock()
    let start = clock.now
    var summary = try await withThrowingTaskGroup(of: LoadSummary.self) { group in
      for number in 0..<clients {
        // The first clients take the remainder.
        let count = bids / clients + (number < bids % clients ? 1 : 0)
        group.addTask { try await bid(count, as: number, at: ids, client) }
      }
      return try await group.reduce(into: LoadSummary()) { $0.add($1) }
    }
    summary.duration = clock.now - start
    return summary
  }

  private func open(_ client: AuctionClient) async throws -> [Int] {
    try await withThrowingTaskGroup(of: [Int].self) { group in
      for number in 0..<clients {
        let count = auctions / clients + (number < auctions % clients ? 1 : 0)
        group.addTask {
          var ids: [Int] = []
          for _ in 0..<count { ids.append(try await client.open()) }
          return ids
        }
      }
      return try await group.reduce(into: []) { $0 += $1 }.sorted()
    }
  }

  private func bid(
    _ count: Int, as number: Int, at auctions: [Int], _ client: AuctionClient
  ) async throws -> LoadSummary {
    var random = SplitMix64(seed: seed &+ UInt64(number))
    var best: [Int: Int] = [:]
    var summary = LoadSummary()
    let clock = ContinuousClock()
    for _ in 0..<count {
      let isFavourite = Double.random(in: 0..<1, using: &random) < favouriteShare
      let auction =
        isFavourite ? auctions[0] : auctions.randomElement(using: &random) ?? auctions[0]
      // Above the previous bid of this client; others may have bid more.
      let amount = best[auction, default: 0] + .random(in: 1...100, using: &random)
      best[auction] = amount
      let bidder = "bidder-\(number)-\(Int.random(in: 0..<50, using: &random))"
      let start = clock.now
      let isAccepted = try await client.place(Bid(bidder: bidder, amount: amount), at: auction)
      summary.add(isAccepted: isAccepted, took: clock.now - start)
    }
    return summary
  }
}

/// A small generator of random numbers that can be seeded: SplitMix64, by Steele, Lea and Flood,
/// "Fast splittable pseudorandom number generators" (2014).
struct SplitMix64: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
