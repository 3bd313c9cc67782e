import Synchronization

/// Tells a store whether a write that it sent was applied.
final class BindingReceipt: Sendable {
  private let applied = Atomic(false)

  init() {}

  var isApplied: Bool {
    get { applied.load(ordering: .relaxed) }
    set { applied.store(newValue, ordering: .relaxed) }
  }
}
