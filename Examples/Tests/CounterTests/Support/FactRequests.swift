import Synchronization
import NumberFacts

/// A source of facts whose answers a test gives when it wants to, in the order it wants to.
final class FactRequests: Sendable {
  private typealias Answer = CheckedContinuation<String, any Error>

  private struct Watcher {
    let number: Int
    let count: Int
    let continuation: CheckedContinuation<Void, Never>
  }

  private struct State {
    var open: [Int: [Answer]] = [:]
    var cancelled: Set<Int> = []
    var watchers: [Watcher] = []

    func isWaitedFor(_ watcher: Watcher) -> Bool {
      open[watcher.number, default: []].count >= watcher.count
    }
  }

  private let state = Mutex(State())

  var client: NumberFactClient {
    NumberFactClient { number in
      try await withTaskCancellationHandler {
        try await withCheckedThrowingContinuation { continuation in
          self.open(number, continuation)
        }
      } onCancel: {
        self.state.withLock { _ = $0.cancelled.insert(number) }
      }
    }
  }

  /// The numbers whose requests were cancelled. They stay open: a request that does not notice is
  /// the one that could do harm.
  var cancelled: Set<Int> { state.withLock { $0.cancelled } }

  /// Returns once `count` requests for facts about `number` are open.
  func waitForRequest(about number: Int, count: Int = 1) async {
    await withCheckedContinuation { continuation in
      let watcher = Watcher(number: number, count: count, continuation: continuation)
      let isOpen = state.withLock { state in
        guard !state.isWaitedFor(watcher) else { return true }
        state.watchers.append(watcher)
        return false
      }
      if isOpen { continuation.resume() }
    }
  }

  /// Answers the oldest open request about `number`.
  func answer(_ number: Int, with fact: String) {
    take(number)?.resume(returning: fact)
  }

  /// Lets the oldest open request about `number` fail.
  func fail(_ number: Int, with error: any Error) {
    take(number)?.resume(throwing: error)
  }

  private func open(_ number: Int, _ answer: Answer) {
    let watchers = state.withLock { state in
      state.open[number, default: []].append(answer)
      let watchers = state.watchers.filter(state.isWaitedFor)
      state.watchers.removeAll(where: state.isWaitedFor)
      return watchers
    }
    for watcher in watchers { watcher.continuation.resume() }
  }

  private func take(_ number: Int) -> Answer? {
    state.withLock { state in
      guard let answers = state.open[number], !answers.isEmpty else { return nil }
      return state.open[number]?.removeFirst()
    }
  }
}
