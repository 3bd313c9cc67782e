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
    var other: UnsafeContinuation<Void, Never>?

    func addCurrent() { composable_current_task().map { all.append($0) } }
  }

  /// Learns the places from two tasks that wait.
  ///
  /// A third one waits elsewhere. Where a runtime keeps the place of a task differently, it seems
  /// to wait at the same place, and nothing is learnt: all waits count as uncontrolled then.
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
      Task { @MainActor in
        tasks.addCurrent()
        await withUnsafeContinuation { tasks.other = $0 }
      }
    }
    run.runJobs()
    let found = tasks.all.map { composable_suspension_of_task($0) }
    if found.count == 3, !found[..<2].contains(found[2]) {
      places.withLock { $0 = Set(found[..<2]) }
    }
    run.entering {
      tasks.other?.resume()
      continuation.finish()
      throwingContinuation.finish()
    }
    run.runJobs()
  }
}
