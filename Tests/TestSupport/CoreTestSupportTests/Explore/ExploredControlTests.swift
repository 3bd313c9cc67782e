import ComposableCore
import Testing

@testable import ComposableCoreTestSupport

/// Programs that an exploration cannot control.
@MainActor
@Suite(.serialized)
struct ExploredControlTests {
  @Test func explore_storeMadeOutside_isReported() async throws {
    let store = makeTextStore()
    let (orders, reports) = try await issues {
      try await explore { $0.send(.start("a"), to: store) }
    }
    #expect(orders.hasFailed)
    #expect(orders.count == nil)
    #expect(reports.count == 1)
    #expect(reports.first?.contains("outside of the closure") == true)
    #expect(reports.first?.contains("TextState") == true)
  }

  @Test func explore_storeMadeOutsideSendsInAStep_isReported() async throws {
    let store = makeTextStore()
    let (_, reports) = try await issues {
      try await explore { exploration in
        exploration.step("sends") { store.send(.start("a")) }
      }
    }
    #expect(reports.first?.contains("outside of the closure") == true)
  }

  @Test func explore_testStoreMadeOutside_isReported() async throws {
    let store = TestStore(initialState: TextState()) {
      Reduce<TextState, TextAction> { _, _ in .none }
    }
    let (_, reports) = try await issues {
      try await explore { $0.send(.start("a"), to: store) }
    }
    #expect(reports.first?.contains("outside of the closure") == true)
  }

  @Test func explore_storeActorMadeOutside_isReported() async throws {
    let store = makeTextActor()
    let (_, reports) = try await issues {
      try await explore { $0.send(.start("a"), to: store) }
    }
    #expect(reports.first?.contains("outside of the closure") == true)
  }

  @Test func explore_debounceByARealClock_isNotDeterministic() async throws {
    let (_, reports) = try await issues {
      try await explore { exploration in
        let store = makeStore(TextState()) { _, action in
          guard case .start = action else { return .none }
          return .run { send in await send(.finish("")) }
            .debounce(id: "search", for: .seconds(3_600), clock: ContinuousClock())
        }
        exploration.send(.start(""), to: store)
      }
    }
    #expect(reports.count == 1)
    #expect(reports.first?.contains("such as a real clock") == true)
  }

  /// A store whose effects append their texts.
  private func makeTextStore() -> Store<TextState, TextAction> {
    makeStore(TextState()) { state, action in
      switch action {
      case .start(let text): return .run { send in await send(.finish(text)) }
      case .finish(let text): state.text += text
      case .stop: break
      }
      return .none
    }
  }
}

private func makeTextActor() -> StoreActor<TextState, TextAction> {
  StoreActor(initialState: TextState()) {
    Reduce { _, _ in .none }
  }
}
