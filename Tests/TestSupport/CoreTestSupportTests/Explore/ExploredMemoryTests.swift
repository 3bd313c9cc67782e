import ComposableCore
import Testing

@testable import ComposableCoreTestSupport

/// Orders that differ in something other than the states of stores.
@MainActor
@Suite(.serialized)
struct ExploredMemoryTests {
  @Test func explore_waitingTaskIsCancelled_isAnotherOrder() async throws {
    let seen = SeenTexts()
    let orders = try await explore(within: nil) { exploration in
      let clock = TestClock()
      let gate = Task { try? await clock.sleep(for: .seconds(1)) }
      let latest = LatestTask()
      let store = makeStore(TextState()) { state, action in
        switch action {
        case .start(let name):
          return .run { send in
            await Task.yield()
            let task = await latest.replace {
              _ = await gate.value
              if !Task.isCancelled { await send(.finish(name)) }
            }
            await task.value
          }
        case .finish(let text): state.text += text
        case .stop: break
        }
        return .none
      }
      exploration.send(.start("a"), to: store)
      exploration.send(.start("b"), to: store)
      exploration.advance(clock, by: .zero)
      exploration.advance(clock, by: .seconds(1))
      seen.insert(at: exploration) { store.text }
    }
    #expect(!orders.hasFailed)
    #expect(seen.all.isSuperset(of: ["a", "b"]))
  }

  @Test func explore_throttledActions_areKeptInEachOrder() async throws {
    let seen = SeenTexts()
    let orders = try await explore(runs: 2_000, within: nil) { exploration in
      let clock = TestClock()
      let store = makeStore(TextState()) { state, action in
        switch action {
        case .start:
          return .merge(
            ["a", "b", "c"].map { name in
              .run { send in
                await Task.yield()
                await send(.finish(name))
              }
            }
          )
          .throttle(id: "all", for: .seconds(1), clock: clock, latest: true)
        case .finish(let text): state.text += text
        case .stop: break
        }
        return .none
      }
      exploration.send(.start(""), to: store)
      exploration.step("all arrive") {
        for _ in 0..<3 { await Task.yield() }
      }
      exploration.advance(clock, by: .seconds(1))
      seen.insert(at: exploration) { store.text }
    }
    #expect(!orders.hasFailed)
    #expect(seen.all.isSuperset(of: ["ab", "ac", "ba", "bc", "ca", "cb"]))
  }

  @Test func explore_stepReadsAfterAWait_isAnotherOrder() async throws {
    let seen = SeenTexts()
    let orders = try await explore(within: nil) { exploration in
      let store = makeStore(TextState()) { state, action in
        switch action {
        case .start(let name):
          return .run { send in
            await Task.yield()
            await send(.finish(name))
          }
        case .finish(let text): state.text += text
        case .stop: state.isStopped = true
        }
        return .none
      }
      let read = ReadText()
      exploration.send(.start("a"), to: store)
      exploration.step("reads") {
        await Task.yield()
        read.text = store.text
      }
      exploration.step("waits") {}
      exploration.step("writes") { store.send(.finish("(read \(read.text))")) }
      seen.insert(at: exploration) { store.text }
    }
    #expect(!orders.hasFailed)
    #expect(seen.all == ["a(read a)", "a(read )", "(read )a"])
  }
}

/// Keeps one task, as code does that cancels earlier requests by hand.
@MainActor
private final class LatestTask {
  private var task: Task<Void, Never>?

  func replace(
    by operation: @escaping @MainActor @Sendable () async -> Void
  ) -> Task<Void, Never> {
    task?.cancel()
    let new = Task { await operation() }
    task = new
    return new
  }
}

/// The text that a step has read.
@MainActor
private final class ReadText {
  var text = ""
}
