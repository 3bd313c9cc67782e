/// The effects of one action sent to a store, together with the effects of the actions they send.
///
/// ```swift
/// let task = store.send(.refreshPulled)
/// await task.finish()
/// ```
public struct StoreTask: Hashable, Sendable {
  /// `nil` if the action started no effect, which saves an allocation in the common case.
  @usableFromInline let group: EffectGroup?

  @inlinable
  init(group: EffectGroup?) {
    self.group = group
  }

  /// Cancels the running effects, and those that an action in progress would start.
  public func cancel() {
    group?.cancel()
  }

  /// Waits until all effects have ended. If the waiting task is cancelled, so are the effects.
  public nonisolated(nonsending) func finish() async {
    await group?.finish()
  }

  /// Whether ``cancel()`` was called, or there was no effect to cancel.
  public var isCancelled: Bool {
    group?.isCancelled ?? true
  }

  /// Whether both stand for the same effects.
  public static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.group === rhs.group
  }

  /// Hashes the identity of the effects.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(group.map(ObjectIdentifier.init))
  }
}
