import ComposableCore
import TestSupport
import Testing

/// The elements of a stream that an effect consumes, and what the effects of their actions send.
@MainActor
@Suite struct StreamOrderTests {
  enum Action: CasePathable, Equatable {
    case start
    case element(Int)
    case response(Int)
    struct AllCasePaths: Sendable {}
    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }

  private func makeStore(
    _ stream: AsyncStream<Int>, _ respond: @escaping @Sendable (Int) -> Effect<Action>
  ) -> TestStore<Int, Action> {
    TestStore(initialState: 0) {
      Reduce<Int, Action> { _, action in
        switch action {
        case .start:
          .run { send in
            for await element in stream { await send(.element(element)) }
          }
        case .element(let element): respond(element)
        case .response: .none
        }
      }
    }
  }

  @Test(arguments: [true, false])
  func buffered(isCaptured: Bool) async {
    let (stream, continuation) = AsyncStream<Int>.makeStream()
    let store = makeStore(stream) { element in
      isCaptured
        ? .run { [element] send in await send(.response(element)) }
        : .run { send in await send(.response(element)) }
    }
    await store.send(.start)
    continuation.yield(1)
    continuation.yield(2)
    continuation.finish()
    await store.receive(.element(1))
    await store.receive(.element(2))
    await store.receive(.response(1))
    await store.receive(.response(2))
  }

  @Test func capturedStream() async {
    let (stream, continuation) = AsyncStream<Int>.makeStream()
    let store = TestStore(initialState: 0) {
      Reduce<Int, Action> { _, action in
        switch action {
        case .start:
          .run { [stream] send in
            for await element in stream { await send(.element(element)) }
          }
        case .element(let element): .run { send in await send(.response(element)) }
        case .response: .none
        }
      }
    }
    await store.send(.start)
    continuation.yield(1)
    continuation.yield(2)
    continuation.finish()
    await store.receive(.element(1))
    await store.receive(.element(2))
    await store.receive(.response(1))
    await store.receive(.response(2))
  }
}
