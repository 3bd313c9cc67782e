import ComposableCore
import Testing

@MainActor
@Suite struct EffectLifetimeTests {
  private final class Resource: Sendable {}

  /// A store that lives for long would keep all that its effects ever used otherwise.
  @Test func endedEffect_whatItUsedIsReleased() async {
    weak var resource: Resource?
    let store = Store(initialState: 0) {
      Reduce<Int, Int> { state, action in
        state += action
        guard action == 1 else { return .none }
        let used = Resource()
        resource = used
        return .run { send in
          await send(10)
          withExtendedLifetime(used) {}
        }
      }
    }
    for count in 1...2 {
      await store.send(1).finish()
      #expect(store.state == 11 * count)
      #expect(resource == nil)
    }
  }

  /// A task that is started while an effect sends inherits the effect's task-local values.
  @Test func endedEffect_startedAnotherThatStillRuns_whatItUsedIsReleased() async {
    weak var resource: Resource?
    let store = Store(initialState: 0) {
      Reduce<Int, Int> { _, action in
        guard action == 1 else { return .run { _ in try await Task.never() } }
        let used = Resource()
        resource = used
        return .run { send in
          await send(2)
          withExtendedLifetime(used) {}
        }
      }
    }
    let task = store.send(1)
    for _ in 0..<1000 where resource != nil { await Task.yield() }
    #expect(resource == nil)
    task.cancel()
    await task.finish()
  }
}
