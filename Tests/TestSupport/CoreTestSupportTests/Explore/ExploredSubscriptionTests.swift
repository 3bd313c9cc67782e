import ComposableCore
import Dispatch
import Testing

@testable import ComposableCoreTestSupport

/// Effects that wait at the end of a program.
@MainActor
@Suite(.serialized)
struct ExploredSubscriptionTests {
  @Test(arguments: [false, true])
  func explore_streamFedByAStep_mayWaitAtTheEnd(throwing: Bool) async throws {
    let orders = try await explore(within: nil) { exploration in
      let (stream, continuation) = AsyncStream<String>.makeStream()
      let (throwingStream, throwingContinuation) = AsyncThrowingStream<String, any Error>
        .makeStream()
      let store = makeStore(TextState()) { state, action in
        switch action {
        case .start:
          return .run { send in
            if throwing {
              for try await text in throwingStream { await send(.finish(text)) }
            } else {
              for await text in stream { await send(.finish(text)) }
            }
          }
        case .finish(let text): state.text += text
        case .stop: break
        }
        return .none
      }
      exploration.send(.start(""), to: store)
      exploration.step("push") {
        continuation.yield("a")
        continuation.yield("b")
        throwingContinuation.yield("a")
        throwingContinuation.yield("b")
      }
      exploration.eventually { #expect(store.text == "ab") }
    }
    #expect(!orders.hasFailed)
    #expect(orders.count != nil)
  }

  @Test func explore_streamOfAStoreActor_mayWaitAtTheEnd() async throws {
    let orders = try await explore(within: nil) { exploration in
      let (stream, continuation) = AsyncStream<String>.makeStream()
      let store = makeSubscribingActor(stream)
      exploration.send(.start(""), to: store)
      exploration.step("push") { continuation.yield("a") }
      exploration.eventually { #expect(await store.text == "a") }
    }
    #expect(!orders.hasFailed)
  }

  @Test func explore_streamFedByAThread_isNotDeterministic() async throws {
    let (_, reports) = try await issues {
      try await explore(within: nil) { exploration in
        let (stream, continuation) = AsyncStream<String>.makeStream()
        let store = makeSubscribingStore(stream)
        exploration.send(.start(""), to: store)
        exploration.step("another thread pushes") {
          DispatchQueue.global().async { continuation.yield("a") }
        }
      }
    }
    #expect(reports.count == 1)
    #expect(reports.first?.contains("another thread") == true)
  }

  @Test func explore_continuationOfTheMainQueue_isNamedAsNotControlled() async throws {
    let (_, reports) = try await issues {
      try await explore(within: nil) { exploration in
        let store = makeStore(TextState()) { state, action in
          switch action {
          case .start:
            return .run { send in
              await withCheckedContinuation { continuation in
                DispatchQueue.main.async { continuation.resume() }
              }
              await send(.finish("a"))
            }
          case .finish(let text): state.text = text
          case .stop: break
          }
          return .none
        }
        exploration.send(.start(""), to: store)
        exploration.eventually { #expect(store.text == "a") }
      }
    }
    #expect(reports.count == 1)
    let report = try #require(reports.first)
    #expect(
      report.contains(
        """
        The program waits for uncontrolled work in the usual order.

          Not controlled: an effect of '[TextState] start' waits
        """), "\(report)")
    #expect(!report.contains("still runs after its store has been released"))
  }

  private func makeSubscribingStore(
    _ stream: AsyncStream<String>
  ) -> Store<TextState, TextAction> {
    makeStore(TextState()) { state, action in
      switch action {
      case .start: return .run { send in for await text in stream { await send(.finish(text)) } }
      case .finish(let text): state.text += text
      case .stop: break
      }
      return .none
    }
  }
}

private func makeSubscribingActor(
  _ stream: AsyncStream<String>
) -> StoreActor<TextState, TextAction> {
  StoreActor(initialState: TextState()) {
    Reduce { state, action in
      switch action {
      case .start: return .run { send in for await text in stream { await send(.finish(text)) } }
      case .finish(let text): state.text += text
      case .stop: break
      }
      return .none
    }
  }
}
