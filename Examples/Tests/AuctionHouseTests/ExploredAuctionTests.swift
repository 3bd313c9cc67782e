import ComposableCore
import ComposableCoreTestSupport
import Testing

@testable import AuctionHouse

/// Makes an auction outside of the main actor, as a server does.
private nonisolated func makeAuction(
  _ exploration: Exploration, _ clock: TestClock<Duration>
) -> Auction {
  Auction(initialState: AuctionFeature.State(id: 7)) {
    AuctionFeature(
      ledger: Ledger { _, _ in await exploration.pause() }, clock: clock,
      closingTime: .seconds(60), ranking: .moving)
  }
}

/// An auction in all orders of its events.
@MainActor
@Suite(.serialized) struct ExploredAuctionTests {
  @Test func lateBid_inAllOrders_isRefusedOrKeepsTheAuctionOpen() async throws {
    try await explore { exploration in
      let clock = TestClock()
      let auction = makeAuction(exploration, clock)
      exploration.send(.bidPlaced(Bid(bidder: "Anna", amount: 10)), to: auction)
      exploration.advance(clock, by: .seconds(60))
      exploration.send(.bidPlaced(Bid(bidder: "Ben", amount: 12)), to: auction)
      exploration.eventually {
        let state = await auction.state
        #expect(state.recordedBids == state.bids.count)
        #expect(state.bids.count + state.refusedBids == 2)
        #expect(state.isOpen == (state.refusedBids == 0))
      }
    }
  }
}
