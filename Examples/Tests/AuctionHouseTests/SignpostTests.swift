import ComposableCore
import SignpostTestSupport
import Testing

@testable import AuctionHouse

@Suite(.timeLimit(.minutes(1)))
struct SignpostTests {
  private func makeHouse() -> AuctionHouse {
    AuctionHouse(
      AuctionFeature(
        ledger: .none, clock: TestClock(), closingTime: .seconds(60), ranking: .moving))
  }

  @Test func aBidIsAnActionWithItsEffects() async throws {
    let recorder = SignpostRecorder()
    let house = makeHouse()
    try await recorder.record {
      let id = try #require(await house.open())
      let auction = try #require(await house[id])
      #expect(await auction.place(Bid(bidder: "Anna", amount: 1)))
      #expect(await !auction.place(Bid(bidder: "Ben", amount: 1)))
      while await auction.recordedBids < 1 { await Task.yield() }
    }
    let names = recorder.causes.actions.map(\.name)
    #expect(names.sorted() == ["bidPlaced", "bidPlaced", "bidRecorded"])
  }

  /// Whatever comes at the same time, exactly one of equal bids is the first.
  @Test func oneOfManyEqualBidsIsAccepted() async throws {
    let house = makeHouse()
    let id = try #require(await house.open())
    let auction = try #require(await house[id])
    let accepted = await withTaskGroup(of: Bool.self) { group in
      for number in 0..<100 {
        group.addTask { await auction.place(Bid(bidder: "bidder-\(number)", amount: 5)) }
      }
      return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
    }
    #expect(accepted == 1)
    #expect(await auction.refusedBids == 99)
  }

  @Test func aFullHouseOpensNoMore() async {
    let house = AuctionHouse(
      AuctionFeature(
        ledger: .none, clock: TestClock(), closingTime: .seconds(60), ranking: .moving), limit: 2)
    #expect(await house.open() == 1)
    #expect(await house.open() == 2)
    #expect(await house.open() == nil)
    #expect(await house.overview() == HouseOverview(auctions: 2).opened(2))
  }
}

extension HouseOverview {
  fileprivate func opened(_ count: Int) -> Self {
    var overview = self
    overview.open = count
    return overview
  }
}
