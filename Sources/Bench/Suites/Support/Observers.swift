import Observation

/// Observers that behave like a screen: after a notification they read again, which continues the
/// observation.
@MainActor
final class Observers {
  private let reads: [@MainActor () -> Void]
  private var notified: [Int] = []
  /// The list during iteration over `notified`: a second array, so that none is allocated each
  /// time.
  private var updated: [Int] = []

  /// The number of notifications.
  private(set) var notifications = 0

  /// Starts observing the properties that each of `reads` reads.
  init(_ reads: [@MainActor () -> Void]) {
    self.reads = reads
    notified.reserveCapacity(reads.count)
    updated.reserveCapacity(reads.count)
    for index in reads.indices { observe(index) }
  }

  /// Lets the notified observers read again.
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
