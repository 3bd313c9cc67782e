import ComposableCore
import Dispatch
import Testing

@Suite struct MainSerialExecutorTests {
  /// Not safe on more than one thread: what ThreadSanitizer and the sum would show.
  private final class Counter: @unchecked Sendable {
    var count = 0
  }

  @Test func tasksTakeTurnsInTheirOrder() async {
    let order = await withMainSerialExecutor {
      let order = LockIsolated<[Int]>([])
      let counter = Counter()
      await withTaskGroup { group in
        for index in 0..<100 {
          group.addTask {
            order.withValue { $0.append(index) }
            counter.count += 1
            await Task.yield()
            order.withValue { $0.append(index + 100) }
            counter.count += 1
          }
        }
      }
      #expect(counter.count == 200)
      return order.value
    }
    #expect(order == Array(0..<200))
  }

  @Test func itIsThereWhileSomebodyUsesIt() async {
    await withMainSerialExecutor {
      await withMainSerialExecutor { await Task.yield() }
      #expect(uncheckedUseMainSerialExecutor)
    }
    withMainSerialExecutor {
      #expect(uncheckedUseMainSerialExecutor)
    }
  }
}
