import CombineSchedulers
import Dispatch

/// Does work on a queue.
struct Queue {
  let scheduler: AnySchedulerOf<DispatchQueue>

  func waitForASecond() async throws { try await scheduler.sleep(for: 1) }
}
