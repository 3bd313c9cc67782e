/// An action that was sent to a store.
package struct SentAction {
  /// The id of the action interval that it leads to.
  package let id: UInt64
  /// The id of the effect that sends it, 0 for none.
  package let cause: UInt64
  /// The store it is sent to.
  package let store: UInt64
  /// The number of actions queued before it.
  package let depth: Int
  /// Whether the send is nested: the store processes another action.
  package let isReentrant: Bool
  /// The name of the action, which is never freed.
  package let name: UnsafePointer<CChar>
  /// The nanoseconds for which its sender waited for the actor of the store.
  package let waited: UInt64
}
