import ComposableCore
import ComposableCoreTestSupport
import Testing

@testable import AuctionHouse

@MainActor
@Suite(.timeLimit(.minutes(1)))
struct AuctionFeatureTests {
  private let clock = TestClock()
  private let written = Written()

  private func makeStore() -> TestStoreOf<AuctionFeature> {
    TestStore(initialState: AuctionFeature.State(id: 7)) { [clock, written] in
      AuctionFeature(
        ledger: Ledger { await written.add($0, $1) }, clock: clock, closingTime: .seconds(60),
        ranking: .moving)
    }
  }

  @Test func higherBidsAreAcceptedAndWritten() async {
    let store = makeStore()
    let (anna, ben) = (Bid(bidder: "Anna", amount: 10), Bid(bidder: "Ben", amount: 12))
    await store.send(.bidPlaced(anna)) {
      $0.bids = [anna]
      $0.standings = [Standing(bidder: "Anna", amount: 10, bids: 1)]
    }
    await store.receive(.bidRecorded) { $0.recordedBids = 1 }
    await store.send(.bidPlaced(ben)) {
      $0.bids = [anna, ben]
      $0.standings = [
        Standing(bidder: "Ben", amount: 12, bids: 1), Standing(bidder: "Anna", amount: 10, bids: 1),
      ]
    }
    await store.receive(.bidRecorded) { $0.recordedBids = 2 }
    #expect(await written.bids == [anna, ben])
    await clock.advance(by: .seconds(60))
    await store.receive(.closingTimeReached) { $0.isOpen = false }
  }

  @Test func lowerAndEqualBidsAreRefused() async {
    let store = makeStore()
    let bid = Bid(bidder: "Anna", amount: 10)
    await store.send(.bidPlaced(bid)) {
      $0.bids = [bid]
      $0.standings = [Standing(bidder: "Anna", amount: 10, bids: 1)]
    }
    await store.receive(.bidRecorded) { $0.recordedBids = 1 }
    await store.send(.bidPlaced(bid)) { $0.refusedBids = 1 }
    await store.send(.bidPlaced(Bid(bidder: "Ben", amount: 9))) { $0.refusedBids = 2 }
    await clock.advance(by: .seconds(60))
    await store.receive(.closingTimeReached) { $0.isOpen = false }
  }

  @Test func eachBidKeepsTheAuctionOpenForAnotherMinute() async {
    let store = makeStore()
    let bids = [Bid(bidder: "Anna", amount: 10), Bid(bidder: "Anna", amount: 20)]
    for (index, bid) in bids.enumerated() {
      await store.send(.bidPlaced(bid)) {
        $0.bids.append(bid)
        $0.standings = [Standing(bidder: "Anna", amount: bid.amount, bids: index + 1)]
      }
      await store.receive(.bidRecorded) { $0.recordedBids += 1 }
      if index == 0 { await clock.advance(by: .seconds(59)) }
    }
    await clock.advance(by: .seconds(59))
    await clock.advance(by: .seconds(1))
    await store.receive(.closingTimeReached) { $0.isOpen = false }
    await store.send(.bidPlaced(Bid(bidder: "Ben", amount: 99))) { $0.refusedBids = 1 }
  }

  /// Both ranking functions agree on every sequence of accepted bids.
  @Test func movingAndSortingRankAlike() {
    let seed = UInt64.random(in: .min ... .max)
    var random = SplitMix64(seed: seed)
    var bids: [Bid] = []
    var (moved, sorted): ([Standing], [Standing]) = ([], [])
    for _ in 0..<500 {
      bids.append(
        Bid(
          bidder: "bidder-\(Int.random(in: 0..<20, using: &random))",
          amount: (bids.last?.amount ?? 0) + .random(in: 1...9, using: &random)))
      Ranking.moving.update(&moved, with: bids)
      Ranking.sorting.update(&sorted, with: bids)
      #expect(moved == sorted, "seed \(seed), after \(bids.count) bids")
      guard moved == sorted else { return }
    }
  }
}

private actor Written {
  private(set) var bids: [Bid] = []

  func add(_ bid: Bid, _ auction: Int) {
    bids.append(bid)
  }
}
