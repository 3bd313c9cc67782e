import CompanionSupport
import Dispatch
import Testing
@testable import ComposableConcurrencyExtras

@Suite struct MainSerialExecutorTests {
  /// Not safe on more than one thread: ThreadSanitizer and the sum would show it.
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

  @Test func itIsThereWhileItIsUsed() async {
    await withMainSerialExecutor {
      await withMainSerialExecutor { await Task.yield() }
      #expect(uncheckedUseMainSerialExecutor)
    }
    withMainSerialExecutor {
      #expect(uncheckedUseMainSerialExecutor)
    }
  }

  @Test func aRuntimeWithoutTheHookIsReported() async {
    await RuntimeTrust.$isDistrusted.withValue(true) {
      await withKnownIssue {
        let sum = await withMainSerialExecutor { await Task { 1 }.value }
        #expect(sum == 1)
      } matching: { issue in
        issue.description.contains("Tasks can't be made to take turns on the main thread.")
      }
    }
  }
}
