import ComposableCore

/// A counter of events on any thread.
final class LockedCount: Sendable {
  private let value = Locked(0)

  var current: Int { value.withLock { $0 } }

  @discardableResult
  func increment() -> Int {
    value.withLock { value in
      value += 1
      return value
    }
  }
}
