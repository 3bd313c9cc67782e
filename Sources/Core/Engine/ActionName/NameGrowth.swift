import CompanionSupport
import Synchronization

/// The growth of the trees of names, by one thread at a time.
///
/// Nodes are never freed. Two threads that meet a case at the same time would each make a node for
/// it, and the memory of one of them would be lost.
enum NameGrowth {
  private static let lock = ForkSafeLocked<Void>(())

  /// Returns the node in a slot; `makeNode` makes it if there is none yet.
  static func node<Node>(
    in slot: UnsafeMutablePointer<Atomic<UnsafePointer<Node>?>>,
    makeNode: () -> UnsafePointer<Node>
  ) -> UnsafePointer<Node> {
    lock.withLock { _ in
      guard slot.pointee.load(ordering: .relaxed) == nil else { return }
      slot.pointee.store(makeNode(), ordering: .releasing)
    }
    return slot.pointee.load(ordering: .acquiring).unsafelyUnwrapped
  }
}
