import ComposableCore
import Signpost

/// The auctions that are there, each a store on an actor of its own.
actor AuctionHouse {
  private var auctions: [Int: Auction] = [:]
  private let feature: AuctionFeature
  /// The maximum number of simultaneous auctions.
  private let limit: Int

  init(_ feature: AuctionFeature, limit: Int = 100_000) {
    self.feature = feature
    self.limit = limit
  }

  /// Opens an auction.
  ///
  /// - Returns: Its id; nil if there are as many auctions as there may be.
  func open() -> Int? {
    guard auctions.count < limit else { return nil }
    let id = auctions.count + 1
    auctions[id] = StoreActor(initialState: AuctionFeature.State(id: id)) { [feature] in
      feature.signpost("auction")
    }
    return id
  }

  subscript(_ id: Int) -> Auction? { auctions[id] }

  /// The figures of all auctions, which it requests from one auction after the other.
  func overview() async -> HouseOverview {
    var overview = HouseOverview(auctions: auctions.count)
    for auction in auctions.values { overview.add(await auction.state) }
    return overview
  }
}
