/// An offer for the auctioned item.
struct Bid: Codable, Hashable, Sendable {
  var bidder: String
  /// In whole units of the currency, above 0.
  var amount: Int
}

/// The highest bid of one bidder, and how many there were.
struct Standing: Codable, Equatable, Sendable {
  var bidder: String
  var amount: Int
  var bids: Int
}
