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

  /// A value that was read. Not kept: the value's registrar keeps the function that is called at
  /// its change, which keeps the reads.
  private struct Value {
    weak var object: AnyObject?
  }

  // In arrays, as appending to a set would count as the observer's time.
  private var fields: [(field: UInt32, state: UInt64)] = []
  private var values: [Value] = []
  private lazy var readFields: Set<Read> = Set(fields.map { .field($0.field, of: $0.state) })
  private lazy var readValues: [ObjectIdentifier: Value] = Dictionary(
    values.compactMap { value in value.object.map { (ObjectIdentifier($0), value) } },
    uniquingKeysWith: { first, _ in first })

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

  /// Adds an object that stands for a value.
  func append(_ value: AnyObject) {
    values.append(Value(object: value))
  }

  /// Whether a property was read. Called under a lock.
  func contains(_ read: Read) -> Bool {
    switch read {
    case .field: readFields.contains(read)
    // While it exists, no other object has its identifier.
    case .value(let id): readValues[id]?.object != nil
    }
  }
}

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

  private static let pending = ForkSafeLocked<[PendingReaction]>([])

  /// All reactions of observers that were notified and have not run since.
  static var all: [PendingReaction] { pending.withLock { $0 } }

  /// The reaction of an observer that is being notified; `nil` while observers are not
  /// instrumented.
  static func begin(having reads: ObservedReads?) -> PendingReaction? {
    let first = ObservedChange.current
    guard reads != nil || first != nil else { return nil }
    let reaction = PendingReaction(to: first, reads)
    if reads != nil { pending.withLock { [reaction] in $0.append(reaction) } }
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
    Self.pending.withLock { pending in pending.removeAll { $0 === self } }
    let changes = changes.withLock { $0 }
    guard let first = changes.first else { return ObserverCause() }
    return ObserverCause(
      store: first.store, action: first.action, property: first.place?.property,
      others: changes.others.count)
  }
}
