import Synchronization

/// Records whether a reducer applied a write that a store sent.
final class BindingReceipt: Sendable {
  private let applied = Atomic(false)

  init() {}

  var isApplied: Bool {
    get { applied.load(ordering: .relaxed) }
    set { applied.store(newValue, ordering: .relaxed) }
  }
}
