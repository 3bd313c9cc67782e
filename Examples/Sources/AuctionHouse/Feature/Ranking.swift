import ArgumentParser

/// How an auction keeps the list of its bidders in order.
enum Ranking: String, CaseIterable, ExpressibleByArgument, Sendable {
  /// Moves the bidder of an accepted bid to the front: it is the highest by definition. Takes time
  /// in proportion to the number of bidders.
  case moving
  /// Groups and sorts all bids that there ever were, at each of them. This is the mistake that the
  /// recordings in the documentation find.
  case sorting

  /// Updates standings after a bid was accepted.
  ///
  /// - Parameter bids: All accepted bids, the new one last.
  func update(_ standings: inout [Standing], with bids: [Bid]) {
    switch self {
    case .moving:
      guard let bid = bids.last else { return }
      let index = standings.firstIndex { $0.bidder == bid.bidder }
      let count = index.map { standings.remove(at: $0).bids } ?? 0
      standings.insert(
        Standing(bidder: bid.bidder, amount: bid.amount, bids: count + 1), at: 0)
    case .sorting:
      standings = Dictionary(grouping: bids, by: \.bidder)
        .map { bidder, bids in
          Standing(
            bidder: bidder, amount: bids.map(\.amount).max() ?? 0, bids: bids.count)
        }
        .sorted { $0.amount > $1.amount }
    }
  }
}
