import CompanionSupport
import Testing

@testable import ComposableCore

@Suite struct EffectGroupTests {
  /// Several times with two effects: a set might have them in their order by chance.
  @MainActor
  @Test(arguments: Array(repeating: 2, count: 10) + [20])
  func cancel_severalEffects_cancelsInTheirOrder(count: Int) async {
    let cancelled = Numbers()
    let store = Store(initialState: 0) {
      Reduce<Int, Int> { _, _ in
        .merge(
          (0..<count).map { number in
            .run { _ in
              await withTaskCancellationHandler {
                try? await Task.sleep(for: .seconds(3600))
              } onCancel: {
                cancelled.values.withLock { $0.append(number) }
              }
            }
          })
      }
    }
    let task = store.send(0)
    await Task.yield()
    task.cancel()
    await task.finish()
    #expect(cancelled.values.withLock { $0 } == Array(0..<count))
  }

  @MainActor
  @Test func finish_manyTasks_allReturn() async {
    let store = Store(initialState: 0) {
      Reduce<Int, Int> { _, _ in .run { _ in await Task.yield() } }
    }
    let task = store.send(0)
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<3 { group.addTask { await task.finish() } }
    }
    #expect(!task.isCancelled)
  }

  @MainActor
  @Test func deinit_veryManyEffectsRun_endsThem() async {
    let count = 10_000
    let ended = Ended()
    do {
      let store = Store(initialState: 0) {
        Reduce<Int, Int> { _, _ in
          .run { _ in
            try? await Task.sleep(for: .seconds(3600))
            await ended.add()
          }
        }
      }
      for _ in 0..<count { store.send(0) }
      await Task.yield()
    }
    while await ended.count < count { await Task.yield() }
  }

  private final class Numbers: Sendable {
    let values = Locked<[Int]>([])
  }

  private actor Ended {
    private(set) var count = 0
    func add() { count += 1 }
  }
}
