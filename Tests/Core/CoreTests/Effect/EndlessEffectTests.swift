import ComposableCore
import Testing

@MainActor
@Suite struct EndlessEffectTests {
  /// A loop that never ends leaves the test its turns.
  @Test func immediateClock_endlessLoop_runsFewRoundsPerStep() async {
    let rounds = LockIsolated(0)
    let store = TestStore(initialState: 0) {
      Reduce<Int, String> { _, action in
        switch action {
        case "start":
          return .run { send in
            while !Task.isCancelled {
              try await ImmediateClock().sleep(for: .seconds(1))
              await send("tick")
            }
          }
          .cancellable(id: "loop")
        case "stop": return .cancel(id: "loop")
        default:
          rounds.withValue { $0 += 1 }
          return .none
        }
      }
    }
    store.exhaustivity = .off
    await store.send("start")
    #expect(rounds.value <= 3)
    await store.send("stop")
  }
}
