import ComposableCore

/// One auction: accepts bids that exceed the best one, writes each to a ledger, and closes after a
/// period without a bid.
struct AuctionFeature: Reducer {
  struct State: Equatable, Sendable {
    let id: Int
    /// The accepted bids in their order, by rising amount.
    var bids: [Bid] = []
    /// The bidders, the best first.
    var standings: [Standing] = []
    var refusedBids = 0
    /// The number of bids that the ledger has confirmed.
    var recordedBids = 0
    var isOpen = true

    var best: Bid? { bids.last }
  }

  enum Action: Equatable, Sendable {
    case bidPlaced(Bid)
    case bidRecorded
    case closingTimeReached
  }

  private enum CancelID {
    case closing
  }

  let ledger: Ledger
  let clock: any Clock<Duration>
  /// The time from the last bid of an auction to its close.
  let closingTime: Duration
  let ranking: Ranking

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .bidPlaced(let bid):
        guard state.isOpen, bid.amount > state.best?.amount ?? 0 else {
          state.refusedBids += 1
          return .none
        }
        state.bids.append(bid)
        ranking.update(&state.standings, with: state.bids)
        return .merge(record(bid, of: state.id), closeLater())

      case .bidRecorded:
        state.recordedBids += 1
        return .none

      case .closingTimeReached:
        state.isOpen = false
        return .none
      }
    }
  }

  private func record(_ bid: Bid, of auction: Int) -> Effect<Action> {
    .run { [ledger] send in
      await ledger.record(bid, auction)
      await send(.bidRecorded)
    }
  }

  /// Starts the time again that the auction stays open.
  private func closeLater() -> Effect<Action> {
    .run { [clock, closingTime] send in
      try await clock.sleep(for: closingTime)
      await send(.closingTimeReached)
    }
    .cancellable(id: CancelID.closing, cancelInFlight: true)
  }
}

typealias Auction = StoreActorOf<AuctionFeature>

extension StoreActor<AuctionFeature.State, AuctionFeature.Action> {
  /// Places a bid. No other one comes between it and the answer, as both happen on this actor.
  ///
  /// - Returns: Whether it is the best bid now.
  func place(_ bid: Bid) -> Bool {
    let refused = state.refusedBids
    send(.bidPlaced(bid))
    return state.refusedBids == refused
  }
}
