import ComposableCore
import Testing

extension Send<Int> {
  /// Compiles without `await`, as the type is on the main actor.
  fileprivate func sendTwice(_ action: Int) {
    self(action)
    self(action)
  }
}

@Suite struct SendTests {
  private static func counter(
    _ work: @escaping @Sendable (Send<Int>) async -> Void
  ) -> Reduce<Int, Int> {
    Reduce { state, action in
      state += action
      guard action == 1 else { return .none }
      return .run { send in
        await send(10)
        await work(send)
      }
    }
  }

  @Test func extensionOfSend_sendsWithoutWaiting() async {
    let store = await Store(initialState: 0) { Self.counter { send in await send.sendTwice(100) } }
    await store.send(1).finish()
    #expect(await store.state == 211)
  }

  @Test func init_closure_receivesEachAction() async {
    let received = LockIsolated<[Int]>([])
    let send = Send<Int> { action in received.withValue { $0.append(action) } }
    await send.sendTwice(1)
    await Task.detached { await send(2) }.value
    #expect(received.value == [1, 1, 2])
  }

  @Test func extensionOfSend_actionsArriveAtAStoreElsewhere() async {
    let store = StoreActor(initialState: 0) { Self.counter { send in await send.sendTwice(100) } }
    await store.send(1).finish()
    #expect(await store.state == 211)
  }
}
