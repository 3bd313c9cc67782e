import ComposableCore
import TestSupport
import Testing

/// The order of the actions that concurrent effects send to a test store.
@MainActor
@Suite struct EffectOrderTests {
  enum Action: Equatable {
    case start
    case element(Int)
    case other(Int)
    case response(Int)
  }

  private func makeStore(_ effect: Effect<Action>) -> TestStore<Int, Action> {
    TestStore(initialState: 0) {
      Reduce<Int, Action> { _, action in
        switch action {
        case .start: effect
        case .element(let element): .run { send in await send(.response(element)) }
        case .other, .response: .none
        }
      }
    }
  }

  @Test func theNextActionOfAnEffectComesBeforeTheResponseToItsLast() async {
    let store = makeStore(
      .run { send in
        await send(.element(1))
        await send(.element(2))
      })
    await store.send(.start)
    await store.receive(.element(1))
    await store.receive(.element(2))
    await store.receive(.response(1))
    await store.receive(.response(2))
  }

  @Test func tasksOfAGroupComeBeforeResponsesToThem() async {
    let store = makeStore(
      .run { send in
        await withTaskGroup(of: Void.self) { group in
          group.addTask {
            await send(.element(1))
            await send(.element(2))
          }
          group.addTask {
            await send(.other(1))
            await send(.other(2))
          }
        }
      })
    await store.send(.start)
    await store.receive(.element(1))
    await store.receive(.other(1))
    await store.receive(.element(2))
    await store.receive(.other(2))
    await store.receive(.response(1))
    await store.receive(.response(2))
  }

  @Test func theNextElementOfAStreamIsAWaitLikeAnyOther() async {
    let (stream, continuation) = AsyncStream<Int>.makeStream()
    let store = makeStore(
      .run { send in
        for await element in stream { await send(.element(element)) }
      })
    await store.send(.start)
    for element in 1...3 { continuation.yield(element) }
    continuation.finish()
    for element in 1...3 {
      await store.receive(.element(element))
      await store.receive(.response(element))
    }
  }
}
