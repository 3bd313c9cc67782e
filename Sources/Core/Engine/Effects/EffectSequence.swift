import CompanionSupport

/// Effects that run one after the other, as far as their tasks need access to it.
///
/// Accessed in the isolation of the store only, except for the state behind the lock.
class EffectSequence: AnyEffectNode, @unchecked Sendable {
  /// The tasks of the current effect.
  private let parts = Locked<[RunningEffect]>([])

  /// Where the current effect was created, for lists of running effects.
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

  final func cancelParts() {
    for part in parts.withLock({ $0 }) { part.task?.cancel() }
  }

  func startNext() { isAbstract() }
}
