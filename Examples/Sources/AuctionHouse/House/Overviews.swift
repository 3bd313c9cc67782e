/// The response about one auction.
struct AuctionOverview: Codable, Equatable, Sendable {
  var id: Int
  var isOpen: Bool
  var best: Bid?
  var bids: Int
  var refusedBids: Int
  var recordedBids: Int
  /// The best ten bidders.
  var leaders: [Standing]

  init(_ state: AuctionFeature.State) {
    id = state.id
    isOpen = state.isOpen
    best = state.best
    bids = state.bids.count
    refusedBids = state.refusedBids
    recordedBids = state.recordedBids
    leaders = Array(state.standings.prefix(10))
  }
}

/// The response about the house.
struct HouseOverview: Codable, Equatable, Sendable {
  var auctions: Int
  var open = 0
  var bids = 0
  var refusedBids = 0

  init(auctions: Int) {
    self.auctions = auctions
  }

  mutating func add(_ state: AuctionFeature.State) {
    if state.isOpen { open += 1 }
    bids += state.bids.count
    refusedBids += state.refusedBids
  }
}

/// The answer to a bid.
struct BidAnswer: Codable, Equatable, Sendable {
  var isAccepted: Bool
}

/// The answer to a request for a new auction.
struct OpenedAuction: Codable, Equatable, Sendable {
  var id: Int
}
