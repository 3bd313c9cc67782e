import CompanionSupport

/// The reaction of an instrumented observer from its notification to its run.
final class PendingReaction: Sendable {
  private struct Changes {
    /// The first change that is known: observers may be notified of other objects than states, too.
    var first: ObservedChange?
    var others: Set<ObservedReads.Read> = []
  }

  /// `nil` if the observer ran before observers were instrumented.
  private let reads: ObservedReads?
  private let changes: Locked<Changes>

  private static let pending = ForkSafeLocked<[ObjectIdentifier: PendingReaction]>([:])

  /// All reactions of observers that were notified and have not run since.
  static var all: [PendingReaction] { pending.withLock { Array($0.values) } }

  /// The reaction of an observer that is being notified; `nil` while observers are not
  /// instrumented.
  static func begin(having reads: ObservedReads?) -> PendingReaction? {
    let first = ObservedChange.current
    guard reads != nil || first != nil else { return nil }
    let reaction = PendingReaction(to: first, reads)
    if reads != nil { pending.withLock { [reaction] in $0[ObjectIdentifier(reaction)] = reaction } }
    return reaction
  }

  private init(to first: ObservedChange?, _ reads: ObservedReads?) {
    self.reads = reads
    changes = Locked(Changes(first: first))
  }

  /// Adds a change, if the observer has read the property.
  func append(_ change: ObservedChange, of read: ObservedReads.Read) {
    changes.withLock { changes in
      guard reads?.contains(read) == true else { return }
      if changes.first == nil {
        changes.first = change
      } else if change.place?.isPart != false {
        changes.others.insert(read)
      }
    }
  }

  /// Ends the reaction, as the observer runs or is gone.
  ///
  /// - Returns: The cause of the run.
  func end() -> ObserverCause {
    Self.pending.withLock { _ = $0.removeValue(forKey: ObjectIdentifier(self)) }
    let changes = changes.withLock { $0 }
    guard let first = changes.first else { return ObserverCause() }
    return ObserverCause(
      store: first.store, action: first.action, property: first.place,
      others: changes.others.count)
  }
}
