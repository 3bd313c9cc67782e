import ComposableCore
import Testing

/// `Replay.races` tries orders with it.
@MainActor
@Suite struct HeldStoreTests {
  private struct Search: Reducer {
    struct State: Equatable {
      var results: [Int] = []
      var detail: Detail.State?
    }

    enum Action: CasePathable {
      case typed, cleared, twice, stepwise, found(Int), opened, closed
      case detail(Detail.Action)

      struct AllCasePaths: Sendable {
        var detail: AnyCasePath<Action, Detail.Action> {
          AnyCasePath(embed: Action.detail) {
            if case .detail(let value) = $0 { value } else { nil }
          }
        }
      }
      static var allCasePaths: AllCasePaths { AllCasePaths() }
    }

    private enum Request { case search }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .typed:
          return .run { send in
            Issue.record("The work of an effect began.")
            await send(.found(0))
          }
          .cancellable(id: Request.search, cancelInFlight: true)
        case .cleared: return .cancel(id: Request.search)
        case .twice: return .merge(.run { _ in }, .send(.found(7)), .run { _ in })
        case .stepwise: return .concatenate(.send(.found(1)), .run { _ in }, .send(.found(2)))
        case .found(let result):
          state.results.append(result)
          return .none
        case .opened:
          state.detail = Detail.State()
          return .none
        case .closed:
          state.detail = nil
          return .none
        case .detail: return .none
        }
      }
      .ifLet(\.detail, action: \.detail) { Detail() }
    }
  }

  private struct Detail: Reducer {
    struct State: Equatable {}
    enum Action { case load }
    var body: some ReducerOf<Self> { Reduce { _, _ in .run { _ in } } }
  }

  private let store = HeldStore(initialState: Search.State()) { Search()._prepare() }

  private func isRunning(_ delivery: Int, _ ordinal: Int = 0) -> Bool {
    store.isRunning(HeldEffect(delivery: delivery, ordinal: ordinal))
  }

  @Test func deliver_effect_runsWithoutWork() async {
    #expect(store.deliver(.typed) == ["typed"])
    #expect(store.effectCount(ofDelivery: 0) == 1)
    for _ in 0..<100 { await Task.yield() }
    #expect(isRunning(0))
    #expect(store.deliver(.found(3)) == ["found"])
    #expect(store.state.results == [3])
    store.endEffects()
    #expect(!isRunning(0))
  }

  @Test func isRunning_cancelledEffect_isFalse() {
    store.deliver(.typed)
    store.deliver(.typed)
    #expect([isRunning(0), isRunning(1)] == [false, true])
    store.deliver(.cleared)
    #expect(!isRunning(1))
    store.endEffects()
  }

  @Test func takeCancelled_effects_returnsEachOnce() {
    for _ in 0..<100 { store.deliver(.typed) }
    #expect(store.takeCancelled() == (0..<99).map { HeldEffect(delivery: $0, ordinal: 0) })
    #expect(store.takeCancelled() == [])
    store.deliver(.cleared)
    #expect(store.takeCancelled() == [HeldEffect(delivery: 99, ordinal: 0)])
    #expect(!isRunning(99))
    store.endEffects()
  }

  @Test func isRunning_effectOfARemovedChild_isFalse() {
    store.deliver(.opened)
    store.deliver(.detail(.load))
    #expect(isRunning(1))
    store.deliver(.closed)
    #expect(!isRunning(1))
    store.endEffects()
  }

  @Test func deliver_actionsAtOnce_areProcessed() {
    #expect(store.deliver(.twice) == ["twice", "found"])
    #expect(store.effectCount(ofDelivery: 0) == 2)
    #expect(store.state.results == [7])
    store.endEffects()
  }

  @Test func deliver_concatenation_staysAtItsFirstWork() {
    store.deliver(.stepwise)
    #expect(store.state.results == [1])
    #expect(store.effectCount(ofDelivery: 0) == 1)
    #expect(isRunning(0))
    store.endEffects()
  }

  @Test func place_effect_isWhereItWasCreated() {
    store.deliver(.typed)
    let place = store.place(of: HeldEffect(delivery: 0, ordinal: 0))
    #expect(place.hasPrefix("CoreTests/HeldStoreTests.swift:"))
    store.endEffects()
  }
}
