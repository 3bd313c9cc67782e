import Synchronization

/// A clock whose time passes when a test says so.
final class ManualClock: Clock {
  struct Instant: InstantProtocol {
    var offset: Duration = .zero

    func advanced(by duration: Duration) -> Self { Self(offset: offset + duration) }
    func duration(to other: Self) -> Duration { other.offset - offset }
    static func < (lhs: Self, rhs: Self) -> Bool { lhs.offset < rhs.offset }
  }

  private struct Sleeper {
    let deadline: Instant
    let continuation: CheckedContinuation<Void, any Error>
  }

  private struct State {
    var now = Instant()
    var lastID = 0
    var sleepers: [Int: Sleeper] = [:]
    var watchers: [CheckedContinuation<Void, Never>] = []
  }

  private let state = Mutex(State())

  var now: Instant { state.withLock { $0.now } }
  var minimumResolution: Duration { .zero }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    let id = state.withLock { state in
      state.lastID += 1
      return state.lastID
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let sleeps = state.withLock { state in
          guard !Task.isCancelled, deadline > state.now else { return false }
          state.sleepers[id] = Sleeper(deadline: deadline, continuation: continuation)
          return true
        }
        if sleeps {
          wakeWatchers()
        } else if Task.isCancelled {
          continuation.resume(throwing: CancellationError())
        } else {
          continuation.resume()
        }
      }
    } onCancel: {
      let sleeper = state.withLock { $0.sleepers.removeValue(forKey: id) }
      sleeper?.continuation.resume(throwing: CancellationError())
    }
  }

  /// How many tasks sleep.
  var sleeperCount: Int { state.withLock { $0.sleepers.count } }

  /// Returns once somebody sleeps.
  func waitForSleeper() async {
    await withCheckedContinuation { continuation in
      let isSleeping = state.withLock { state in
        guard state.sleepers.isEmpty else { return true }
        state.watchers.append(continuation)
        return false
      }
      if isSleeping { continuation.resume() }
    }
  }

  /// Lets time pass, and wakes those whose time has come.
  func advance(by duration: Duration) {
    let due = state.withLock { state in
      state.now = state.now.advanced(by: duration)
      let due = state.sleepers.filter { $0.value.deadline <= state.now }
      for id in due.keys { state.sleepers[id] = nil }
      return due.values.map(\.continuation)
    }
    for continuation in due { continuation.resume() }
  }

  private func wakeWatchers() {
    let watchers = state.withLock { state in
      defer { state.watchers = [] }
      return state.watchers
    }
    for watcher in watchers { watcher.resume() }
  }
}
