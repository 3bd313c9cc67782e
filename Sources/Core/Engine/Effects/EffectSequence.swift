import CompanionSupport

/// A sequence of effects, as their tasks see it: without the type of the actions.
///
/// Accessed in the isolation of the store only, except for the state behind the lock.
class EffectSequence: AnyEffectNode, @unchecked Sendable {
  /// The tasks of the current effect.
  private let parts = Locked<[RunningEffect]>([])

  /// The place that created the current effect, for lists of running effects.
  override final var place: SourcePlace? {
    parts.withLock { $0.first }?.place
  }

  final var isIdle: Bool { parts.withLock { $0.isEmpty } }

  final func insert(_ part: RunningEffect) {
    parts.withLock { $0.append(part) }
  }

  /// Removes a task that has ended; after the last one, starts the next effect.
  final func remove(_ part: RunningEffect) {
    let wasLast = parts.withLock { parts in
      parts.removeAll { $0 === part }
      return parts.isEmpty
    }
    if wasLast { startNext() }
  }

  /// Whether the current effect was cancelled, by its id for example.
  final var isCurrentCancelled: Bool {
    parts.withLock { !$0.isEmpty && $0.allSatisfy { $0.task?.isCancelled == true } }
  }

  func startNext() { isAbstract() }
}
