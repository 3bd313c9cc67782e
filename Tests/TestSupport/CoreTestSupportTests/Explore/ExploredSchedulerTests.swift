import ComposableCore
import Dispatch
import Testing

@testable import ComposableCoreTestSupport

@MainActor
@Suite(.serialized)
struct ExploredSchedulerTests {
  @Test func explore_sleepersOfOneInstantOfAScheduler_wakeInAnyOrder() async throws {
    let seen = SeenTexts()
    let orders = try await explore(within: nil) { exploration in
      let queue = DispatchQueue.test
      let store = makeStore(TextState()) { state, action in
        switch action {
        case .start:
          return .merge(
            ["a", "b"].map { name in
              .run { send in
                try await queue.sleep(for: .seconds(1))
                await send(.finish(name))
              }
            })
        case .finish(let text): state.text += text
        case .stop: break
        }
        return .none
      }
      exploration.send(.start(""), to: store)
      exploration.advance(queue, by: .seconds(1))
      seen.insert(at: exploration) { store.text }
    }
    #expect(!orders.hasFailed)
    #expect(seen.all == ["ab", "ba"])
  }

  @Test func explore_timeoutOfAScheduler_overtakesAnAnswer() async throws {
    let seen = SeenTexts()
    try await explore(within: nil) { exploration in
      let queue = DispatchQueue.test
      let store = makeStore(TextState()) { state, action in
        switch action {
        case .start:
          return .merge(
            .run { send in
              await Task.yield()
              try await queue.sleep(for: .seconds(1))
              await send(.finish("answer "))
            },
            .run { send in
              try await queue.sleep(for: .seconds(1))
              await send(.finish("timeout "))
            })
        case .finish(let text): state.text += text
        case .stop: break
        }
        return .none
      }
      exploration.send(.start(""), to: store)
      exploration.advance(queue, by: .seconds(1))
      seen.insert(at: exploration) { store.text }
    }
    #expect(seen.all == ["answer timeout ", "timeout answer "])
  }

  @Test func explore_timerOfAScheduler_mayWaitAtTheEnd() async throws {
    let orders = try await explore(within: nil) { exploration in
      let queue = DispatchQueue.test
      let store = makeStore(LoadState()) { state, action in
        switch action {
        case .start:
          return .run { send in
            for await _ in queue.timer(interval: .seconds(1)) { await send(.finish("")) }
          }
        case .finish: state.loads += 1
        case .stop: break
        }
        return .none
      }
      exploration.send(.start(""), to: store)
      exploration.advance(queue, by: .seconds(2))
      exploration.eventually { #expect(store.loads == 2) }
    }
    #expect(!orders.hasFailed)
  }
}
