import ComposableCore
import Testing

@testable import ComposableCoreTestSupport

@MainActor
@Suite(.serialized)
struct ExploredTimeTests {
  @Test func explore_timeoutAndAnswer_comeInBothOrders() async throws {
    let seen = SeenTexts()
    let orders = try await explore(within: nil) { exploration in
      let clock = TestClock()
      let store = makeStore(TextState()) { state, action in
        switch action {
        case .start:
          return .merge(
            .run { send in
              await Task.yield()
              await send(.finish("answer "))
            },
            .run { send in
              try await clock.sleep(for: .seconds(5))
              await send(.finish("timeout "))
            })
        case .finish(let text): state.text += text
        case .stop: break
        }
        return .none
      }
      exploration.send(.start(""), to: store)
      exploration.advance(clock, by: .seconds(5))
      seen.insert(at: exploration) { store.text }
    }
    #expect(seen.all == ["answer timeout ", "timeout answer "])
    // The answer comes before the clock moves, before the sleeper that it wakes goes on, or after.
    #expect(orders.count == 3)
  }

  @Test func explore_answerOfATaskGroupWithATimeout_hasBothOutcomes() async throws {
    let seen = SeenTexts()
    try await explore(within: nil) { exploration in
      let clock = TestClock()
      let store = makeStore(TextState()) { state, action in
        switch action {
        case .start:
          return .run { send in
            let text = await withTaskGroup(of: String.self) { group in
              group.addTask {
                await Task.yield()
                return "answer"
              }
              group.addTask {
                try? await clock.sleep(for: .seconds(5))
                return "timeout"
              }
              defer { group.cancelAll() }
              return await group.next() ?? ""
            }
            await send(.finish(text))
          }
        case .finish(let text): state.text = text
        case .stop: break
        }
        return .none
      }
      exploration.send(.start(""), to: store)
      exploration.advance(clock, by: .seconds(5))
      seen.insert(at: exploration) { store.text }
    }
    #expect(seen.all == ["answer", "timeout"])
  }

  @Test func explore_requestOutlastsTheClock_itsLaterSleepsEnd() async throws {
    let orders = try await explore(within: nil) { exploration in
      let clock = TestClock()
      let store = makeStore(TextState()) { state, action in
        switch action {
        case .start:
          return .merge(
            .run { send in
              await Task.yield()
              try await clock.sleep(for: .seconds(2))
              await Task.yield()
              await send(.finish("retry "))
            },
            .run { send in
              try await clock.sleep(for: .seconds(1))
              await send(.finish("saved "))
            })
        case .finish(let text): state.text += text
        case .stop: break
        }
        return .none
      }
      exploration.send(.start(""), to: store)
      exploration.advance(clock, by: .seconds(2))
      exploration.eventually { #expect(store.text == "saved retry ") }
    }
    #expect(!orders.hasFailed)
  }

  @Test func explore_requestOutlastsTheClock_timersOfOthersDoNotTickMore() async throws {
    let orders = try await explore(within: nil) { exploration in
      let clock = TestClock()
      let store = makeStore(LoadState()) { state, action in
        switch action {
        case .start:
          return .merge(
            .run { send in
              for await _ in clock.timer(interval: .seconds(1)) { await send(.finish("")) }
            },
            .run { send in
              await Task.yield()
              await send(.stop)
            })
        case .finish: state.loads += 1
        case .stop: state.isLoading = true
        }
        return .none
      }
      exploration.send(.start(""), to: store)
      exploration.advance(clock, by: .seconds(3))
      exploration.eventually {
        #expect(store.loads == 3)
        #expect(store.isLoading)
      }
    }
    #expect(!orders.hasFailed)
    // The request ends before the clock moves, before each of the ticks, or after the last.
    #expect(orders.count == 5)
  }

  @Test func explore_workWithoutADelay_endsBeforeTheClockMoves() async throws {
    let orders = try await explore(within: nil) { exploration in
      let clock = TestClock()
      let store = makeStore(TextState()) { state, action in
        switch action {
        case .start:
          return .merge(
            .run { send in
              try await clock.sleep(for: .seconds(1))
              await send(.finish("b"))
            },
            .run { send in await send(.finish("a")) })
        case .finish(let text): state.text += text
        case .stop: break
        }
        return .none
      }
      exploration.send(.start(""), to: store)
      exploration.advance(clock, by: .seconds(1))
      exploration.eventually { #expect(store.text == "ab") }
    }
    #expect(!orders.hasFailed)
  }

  @Test func explore_clockRunsToItsEnd_includesSleepsOfLateTasks() async throws {
    let orders = try await explore(within: nil) { exploration in
      let clock = TestClock()
      let store = makeStore(TextState()) { state, action in
        switch action {
        case .start:
          return .run { send in
            await Task.yield()
            try await clock.sleep(for: .seconds(1))
            await send(.finish("done"))
          }
        case .finish(let text): state.text += text
        case .stop: break
        }
        return .none
      }
      exploration.send(.start(""), to: store)
      exploration.step("the clock runs") {
        await clock.run()
        #expect(store.text == "done")
      }
    }
    #expect(!orders.hasFailed)
  }
}
