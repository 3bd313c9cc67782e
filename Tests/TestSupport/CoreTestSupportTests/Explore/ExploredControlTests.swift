import ComposableCore
import Dispatch
import Testing

@testable import ComposableCoreTestSupport

/// Programs that an exploration cannot control.
@MainActor
@Suite(.serialized)
struct ExploredControlTests {
  @Test func explore_storeMadeOutside_isReported() async throws {
    let store = makeTextStore()
    let (orders, reports) = try await issues {
      try await explore(within: nil) { $0.send(.start("a"), to: store) }
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
      try await explore(within: nil) { exploration in
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
      try await explore(within: nil) { $0.send(.start("a"), to: store) }
    }
    #expect(reports.first?.contains("outside of the closure") == true)
  }

  @Test func explore_storeActorMadeOutside_isReported() async throws {
    let store = makeTextActor()
    let (_, reports) = try await issues {
      try await explore(within: nil) { $0.send(.start("a"), to: store) }
    }
    #expect(reports.first?.contains("outside of the closure") == true)
  }

  @Test func explore_debounceByARealClock_isNotDeterministic() async throws {
    let (_, reports) = try await issues {
      try await explore(within: nil) { exploration in
        let store = makeStore(TextState()) { _, action in
          guard case .start = action else { return .none }
          return .run { send in await send(.finish("")) }
            .debounce(id: "search", for: .seconds(3_600), clock: ContinuousClock())
        }
        exploration.send(.start(""), to: store)
      }
    }
    #expect(reports.count == 1)
    #expect(reports.first?.contains("clock") == true)
  }

  #if compiler(>=6.3)
    @Test(arguments: [1, 10, 50, 200])
    func explore_realClockBesideATestClock_isNotDeterministic(milliseconds: Int) async throws {
      for program in RealClockProgram.allCases {
        let (_, reports) = try await issues {
          try await explore(within: nil) { exploration in
            let clock = TestClock()
            let store = makeStore(TextState()) { state, action in
              switch action {
              case .start: return program.effect(clock, .milliseconds(milliseconds))
              case .finish(let text): state.text += text
              case .stop: return .cancel(id: "work")
              }
              return .none
            }
            exploration.send(.start(""), to: store)
            exploration.advance(clock, by: .seconds(1))
            exploration.send(.stop, to: store)
          }
        }
        #expect(reports.count == 1)
        #expect(reports.first?.contains("a clock or a queue of the system") == true, "\(program)")
      }
    }

    @Test func explore_realClockOnAnActor_isNotDeterministic() async throws {
      let (_, reports) = try await issues {
        try await explore(within: nil) { exploration in
          let clock = TestClock()
          let store = makeSleepingActor(clock)
          exploration.send(.start(""), to: store)
          exploration.advance(clock, by: .seconds(1))
        }
      }
      #expect(reports.count == 1)
      #expect(reports.first?.contains("a clock or a queue of the system") == true)
    }
  #endif

  @Test func explore_realScheduler_isNotDeterministic() async throws {
    let (_, reports) = try await issues {
      try await explore(within: nil) { exploration in
        let clock = TestClock()
        let store = makeStore(TextState()) { _, action in
          guard case .start = action else { return .none }
          return .run { _ in
            DispatchQueue.global().schedule(after: .milliseconds(200)) {}
            try await clock.sleep(for: .seconds(1))
          }
        }
        exploration.send(.start(""), to: store)
        exploration.advance(clock, by: .seconds(1))
      }
    }
    #expect(reports.count == 1)
    #expect(reports.first?.contains("a clock or a queue of the system") == true)
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

private func makeSleepingActor(_ clock: TestClock<Duration>) -> StoreActor<TextState, TextAction> {
  StoreActor(initialState: TextState()) {
    Reduce { _, action in
      guard case .start = action else { return .none }
      return .run { _ in
        async let sleep: Void = Task.sleep(for: .milliseconds(200))
        try await clock.sleep(for: .seconds(1))
        try await sleep
      }
    }
  }
}

/// An effect that waits for a real clock.
private enum RealClockProgram: CaseIterable {
  case ownEffect, groupOfTasks, cancelled, unawaitedTask

  func effect(_ clock: TestClock<Duration>, _ duration: Duration) -> Effect<TextAction> {
    switch self {
    case .ownEffect:
      .merge(
        .run { send in
          try await Task.sleep(for: duration)
          await send(.finish("a"))
        },
        .run { send in
          try await clock.sleep(for: .seconds(1))
          await send(.finish("b"))
        })
    case .groupOfTasks:
      .run { send in
        await withTaskGroup { group in
          group.addTask { try? await ContinuousClock().sleep(for: duration) }
          group.addTask { try? await clock.sleep(for: .seconds(1)) }
        }
        await send(.finish("both"))
      }
    case .cancelled:
      .run { _ in
        await withTaskGroup { group in
          group.addTask { try? await SuspendingClock().sleep(for: duration) }
          group.addTask { try? await clock.sleep(for: .seconds(2)) }
        }
      }
      .cancellable(id: "work")
    case .unawaitedTask:
      .run { send in
        Task { try await Task.sleep(nanoseconds: UInt64(duration / .nanoseconds(1))) }
        try await clock.sleep(for: .seconds(1))
        await send(.finish("a"))
      }
    }
  }
}

private func makeTextActor() -> StoreActor<TextState, TextAction> {
  StoreActor(initialState: TextState()) {
    Reduce { _, _ in .none }
  }
}
