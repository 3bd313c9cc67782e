import IssueReporting

/// What `withTaskCancellation` runs outside of any effect.
final class DetachedCancellations: Sendable {
  static let shared = DetachedCancellations()

  /// One piece of work.
  struct Key: Hashable, Sendable {
    fileprivate let test: TestContext.Testing.Test.ID?
    fileprivate let number: Int
  }

  private struct State {
    var cancellations: [CancelID: [Key: @Sendable () -> Void]] = [:]
    var lastNumber = 0
  }

  private let state = Locked(State())

  func makeKey() -> Key {
    let test = TestContext.currentTestID
    let number = state.withLock { state in
      state.lastNumber += 1
      return state.lastNumber
    }
    return Key(test: test, number: number)
  }

  func insert(_ key: Key, _ id: CancelID, _ cancel: @escaping @Sendable () -> Void) {
    state.withLock { $0.cancellations[id, default: [:]][key] = cancel }
  }

  func remove(_ key: Key, _ id: CancelID) {
    state.withLock { state in
      state.cancellations[id]?[key] = nil
      if state.cancellations[id]?.isEmpty == true { state.cancellations[id] = nil }
    }
  }

  func cancel(_ id: CancelID) {
    let test = TestContext.currentTestID
    let cancellations = state.withLock { state in
      (state.cancellations[id] ?? [:]).filter { $0.key.test == test }.map(\.value)
    }
    for cancel in cancellations { cancel() }
  }
}
