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

  /// A value that was read. Weak: the registrar of a value keeps the closure that runs on its
  /// change, and the closure keeps the reads.
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
