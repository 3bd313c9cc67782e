import CCore

/// The properties that an instrumented observer has read in one run.
///
/// Unchecked: appended to while the observer runs, and only read later.
final class ObservedReads: @unchecked Sendable {
  /// A property that was read.
  enum Read: Hashable {
    case field(UInt32, of: UInt64)
    case value(ObjectIdentifier)
  }

  // In arrays, as appending to a set would count as the observer's time.
  private var fields: [(field: UInt32, state: UInt64)] = []
  private var values: [ObservedValue] = []
  private lazy var reads: Set<Read> = Set(
    fields.map { .field($0.field, of: $0.state) } + values.map { .value(ObjectIdentifier($0)) })

  /// The reads of the observer that runs on this thread, if it is instrumented.
  @inline(__always)
  static var current: ObservedReads? {
    composable_get_reads().map {
      Unmanaged<ObservedReads>.fromOpaque($0).takeUnretainedValue()
    }
  }

  /// Runs `apply`, and collects its reads.
  func collect(_ apply: () -> Void) {
    let outer = composable_get_reads()
    composable_set_reads(Unmanaged.passUnretained(self).toOpaque())
    apply()
    composable_set_reads(outer)
  }

  func append(_ field: UInt32, of state: UInt64) {
    fields.append((field, state))
  }

  func append(_ value: ObservedValue) {
    values.append(value)
  }

  /// Whether a property was read. Called under a lock.
  func contains(_ read: Read) -> Bool { reads.contains(read) }
}

/// The reaction of an instrumented observer from its notification to its run.
final class PendingReaction: Sendable {
  /// The first change.
  // Trivial, and never changed.
  nonisolated(unsafe) private let change: ObservedChange
  private let reads: ObservedReads?
  private let others = Locked<Set<ObservedReads.Read>>([])

  private static let pending = ForkSafeLocked<[PendingReaction]>([])

  /// All reactions of observers that were notified and have not run since.
  static var all: [PendingReaction] { pending.withLock { $0 } }

  /// The reaction of an observer that is being notified; `nil` if observers are not instrumented.
  ///
  /// - Parameter reads: The properties that it has read, `nil` if they were not collected.
  static func begin(having reads: ObservedReads?) -> PendingReaction? {
    guard let change = ObservedChange.current else { return nil }
    let reaction = PendingReaction(to: change, reads)
    if reads != nil { pending.withLock { [reaction] in $0.append(reaction) } }
    return reaction
  }

  private init(to change: ObservedChange, _ reads: ObservedReads?) {
    self.change = change
    self.reads = reads
  }

  /// Adds a property that has changed, if the observer has read it.
  func append(_ read: ObservedReads.Read) {
    others.withLock { others in
      if reads?.contains(read) == true { others.insert(read) }
    }
  }

  /// Ends the reaction, as the observer runs or is gone.
  ///
  /// - Returns: The cause of the run.
  func end() -> ObserverCause {
    Self.pending.withLock { pending in pending.removeAll { $0 === self } }
    return ObserverCause(
      store: change.store,
      action: change.action,
      property: change.place.flatMap { place in
        let name = place.name
        // A computed property, or one without a key: not the whole value.
        if place.isPart, name == nil { return nil }
        return ObserverCause.Property(type: place.type, name: name)
      },
      others: others.withLock { $0.count })
  }
}
