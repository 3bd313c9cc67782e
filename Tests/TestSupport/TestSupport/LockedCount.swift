import CompanionSupport

/// A counter of events on any thread.
package final class LockedCount: Sendable {
  private let value = Locked(0)

  package init() {}

  package var current: Int { value.withLock { $0 } }

  @discardableResult
  package func increment() -> Int {
    value.withLock { value in
      value += 1
      return value
    }
  }
}
