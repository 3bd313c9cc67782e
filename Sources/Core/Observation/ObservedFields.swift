public import CCore
import Observation

/// The fields of ``ObservableState``s that were read outside of reducers, by the ids of their states.
///
/// One table for the process, as a copy of a state does not know which store it is from. A field
/// stays in it until it is written. Those of states that are gone stay too, as the Observation
/// framework does not say whether anybody observes them; when there are too many, all observers are
/// told that something may have changed, and the table begins anew.
@usableFromInline
enum ObservedFields {
  private struct Table {
    var fields: [UInt64: [ObservedField]] = [:]
    var count = 0
    /// How many fields have left since the bits were last made to agree with the fields.
    var staleCount = 0
  }

  /// How many fields are kept before observers are told without need.
  static let limit = 65_536

  private static let table = Locked(Table())

  /// Notes that a field is read.
  @usableFromInline
  static func access(_ state: UInt64, _ field: UInt32) {
    let isOnMain = composable_reads_on_main()
    let observed = table.withLock { table in
      if let known = table.fields[state]?.first(where: { $0.field == field }) { return known }
      let observed = ObservedField(field, isOnMain: isOnMain)
      table.fields[state, default: []].append(observed)
      table.count += 1
      composable_set_observed_count(Int64(table.count))
      if table.count > limit {
        for index in 0..<wordCount { composable_set_observed(index, .max) }
      } else {
        let bit = composable_observed_bit(state, field)
        composable_set_observed(bit >> 6, composable_get_observed(bit >> 6) | 1 << (bit & 63))
      }
      return observed
    }
    observed.access()
  }

  /// Notes that a field was written, whose observers are told when the action is done.
  @usableFromInline
  static func noteWrite(
    _ state: UInt64, _ field: UInt32, in frame: UnsafeMutablePointer<composable_frame>
  ) {
    let isOnMain = frame.pointee.is_on_main_actor
    let written: [ObservedField] = table.withLock { table in
      if table.count > limit { return takeAll(isOnMain: isOnMain, from: &table) }
      guard let index = table.fields[state]?.firstIndex(where: { $0.field == field }),
        let observed = table.fields[state]?.remove(at: index)
      else { return [] }
      if table.fields[state]?.isEmpty == true { table.fields[state] = nil }
      didTake(1, from: &table)
      return [observed]
    }
    WrittenFields.append(written, to: frame)
  }

  /// Notes that a state was replaced, so that all of its fields may be others.
  @usableFromInline
  static func noteReplacement(of state: UInt64) {
    guard composable_observes(), let frame = composable_get_frame() else { return }
    let written: [ObservedField] = table.withLock { table in
      guard let fields = table.fields.removeValue(forKey: state) else { return [] }
      didTake(fields.count, from: &table)
      return fields
    }
    WrittenFields.append(written, to: frame)
  }

  private static var wordCount: UInt32 { UInt32(composable_observed_words) }

  private static func takeAll(isOnMain: Bool, from table: inout Table) -> [ObservedField] {
    var taken: [ObservedField] = []
    for (state, fields) in table.fields {
      taken += fields.filter { $0.isOnMain == isOnMain }
      let rest = fields.filter { $0.isOnMain != isOnMain }
      table.fields[state] = rest.isEmpty ? nil : rest
    }
    didTake(taken.count, from: &table)
    updateBits(for: &table)
    return taken
  }

  private static func didTake(_ count: Int, from table: inout Table) {
    table.count -= count
    table.staleCount += count
    composable_set_observed_count(Int64(table.count))
    if table.count == 0 || table.staleCount > 1024 { updateBits(for: &table) }
  }

  /// Clears the bits that stand for no field any more. Those that do are never cleared meanwhile.
  private static func updateBits(for table: inout Table) {
    table.staleCount = 0
    var words = [UInt64](repeating: 0, count: Int(wordCount))
    if table.count > limit {
      words = words.map { _ in .max }
    } else {
      for (state, fields) in table.fields {
        for observed in fields {
          let bit = composable_observed_bit(state, observed.field)
          words[Int(bit >> 6)] |= 1 << UInt64(bit & 63)
        }
      }
    }
    for (index, word) in words.enumerated() { composable_set_observed(UInt32(index), word) }
  }
}

/// A field that was read, perhaps by somebody who wants to hear of its next change.
final class ObservedField: Observable, Sendable {
  let field: UInt32
  /// Whether it was read on the main actor, and its observers are to be told there.
  let isOnMain: Bool
  private let registrar = ObservationRegistrar()

  init(_ field: UInt32, isOnMain: Bool) {
    self.field = field
    self.isOnMain = isOnMain
  }

  /// What observers register for.
  private var value: Void { () }
  /// Evaluated once, as a key path literal costs as much as the rest of a read.
  private static let valuePath = UncheckedSendable(\ObservedField.value)

  func access() {
    registrar.access(self, keyPath: Self.valuePath.value)
  }

  func tellObservers() {
    registrar.willSet(self, keyPath: Self.valuePath.value)
    registrar.didSet(self, keyPath: Self.valuePath.value)
  }
}

/// The observed fields that reducers have written since a store last told its observers.
final class WrittenFields {
  private var fields: [ObservedField] = []

  static func append(
    _ fields: [ObservedField], to frame: UnsafeMutablePointer<composable_frame>
  ) {
    guard !fields.isEmpty else { return }
    frame.pointee.needs_settling = true
    if let known = frame.pointee.written {
      Unmanaged<WrittenFields>.fromOpaque(known).takeUnretainedValue().fields += fields
    } else {
      let written = WrittenFields()
      written.fields = fields
      frame.pointee.written = Unmanaged.passRetained(written).toOpaque()
    }
  }

  static func take(from frame: UnsafeMutablePointer<composable_frame>) -> WrittenFields? {
    guard let written = frame.pointee.written else { return nil }
    frame.pointee.written = nil
    return Unmanaged<WrittenFields>.fromOpaque(written).takeRetainedValue()
  }

  func tellObservers() {
    for field in fields { field.tellObservers() }
  }
}
