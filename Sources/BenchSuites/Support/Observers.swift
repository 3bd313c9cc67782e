import Observation

/// Observers that behave as a screen does: told of a change, they read again, which is what keeps
/// an observation going.
@MainActor
final class Observers {
  private let reads: [@MainActor () -> Void]
  private var notified: [Int] = []
  /// Where `notified` is gone through: a second array, so that none is allocated each time.
  private var updated: [Int] = []

  /// How often an observer was told of a change.
  private(set) var notifications = 0

  /// Begins to observe what each of `reads` reads.
  init(_ reads: [@MainActor () -> Void]) {
    self.reads = reads
    notified.reserveCapacity(reads.count)
    updated.reserveCapacity(reads.count)
    for index in reads.indices { observe(index) }
  }

  /// Lets those that were told of a change read again.
  func update() {
    guard !notified.isEmpty else { return }
    notifications += notified.count
    swap(&notified, &updated)
    for index in updated { observe(index) }
    updated.removeAll(keepingCapacity: true)
  }

  private func observe(_ index: Int) {
    withObservationTracking {
      reads[index]()
    } onChange: { [weak self] in
      MainActor.assumeIsolated { self?.notified.append(index) }
    }
  }
}
