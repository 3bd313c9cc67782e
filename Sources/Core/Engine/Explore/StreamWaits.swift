import CCore
import CompanionSupport

/// The waits of tasks for the next element of an `AsyncStream` or `AsyncThrowingStream`.
enum StreamWaits {
  /// The places in the code of the streams where a task waits.
  private static let places = Locked<Set<UInt>>([])

  /// Whether a suspended task waits for the next element.
  static func contains(_ task: UnsafeMutableRawPointer?) -> Bool {
    guard let task else { return false }
    let place = composable_suspension_of_task(task)
    return places.withLock { $0.contains(place) }
  }

  @MainActor
  private final class Tasks {
    private(set) var all: [UnsafeMutableRawPointer] = []

    func addCurrent() { composable_current_task().map { all.append($0) } }
  }

  /// Learns the places from two tasks that wait, once per process.
  @MainActor
  static func learn() {
    guard places.withLock({ $0.isEmpty }) else { return }
    let tasks = Tasks()
    let (stream, continuation) = AsyncStream<Never>.makeStream()
    let (throwing, throwingContinuation) = AsyncThrowingStream<Never, any Error>.makeStream()
    let run = ExploredRun(states: StateNumbers(), maximumSteps: 100, keepsChanges: false) { _, _ in
      0
    }
    run.entering {
      Task { @MainActor in
        tasks.addCurrent()
        for await _ in stream {}
      }
      Task { @MainActor in
        tasks.addCurrent()
        for try await _ in throwing {}
      }
    }
    run.runJobs()
    let found = Set(tasks.all.map { composable_suspension_of_task($0) })
    places.withLock { $0 = found }
    run.entering {
      continuation.finish()
      throwingContinuation.finish()
    }
    run.runJobs()
  }
}
