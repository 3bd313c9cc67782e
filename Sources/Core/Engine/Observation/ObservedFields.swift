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
    /// How many fields share each bit.
    var sharers = [UInt32](repeating: 0, count: Int(wordCount) * 64)
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
      didAdd(observed, of: state, to: &table)
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
      didTake(observed, of: state, from: &table)
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
      for observed in fields { didTake(observed, of: state, from: &table) }
      return fields
    }
    WrittenFields.append(written, to: frame)
  }

  private static var wordCount: UInt32 { UInt32(composable_observed_words) }

  private static func takeAll(isOnMain: Bool, from table: inout Table) -> [ObservedField] {
    var taken: [ObservedField] = []
    for (state, fields) in table.fields {
      let rest = fields.filter { $0.isOnMain != isOnMain }
      table.fields[state] = rest.isEmpty ? nil : rest
      for observed in fields where observed.isOnMain == isOnMain {
        taken.append(observed)
        didTake(observed, of: state, from: &table)
      }
    }
    return taken
  }

  private static func didAdd(_ observed: ObservedField, of state: UInt64, to table: inout Table) {
    table.count += 1
    composable_set_observed_count(Int64(table.count))
    let bit = composable_observed_bit(state, observed.field)
    table.sharers[Int(bit)] += 1
    if table.count == limit + 1 {
      for index in 0..<wordCount { composable_set_observed(index, .max) }
    } else {
      composable_set_observed(bit >> 6, composable_get_observed(bit >> 6) | 1 << (bit & 63))
    }
  }

  private static func didTake(
    _ observed: ObservedField, of state: UInt64, from table: inout Table
  ) {
    table.count -= 1
    composable_set_observed_count(Int64(table.count))
    let bit = composable_observed_bit(state, observed.field)
    table.sharers[Int(bit)] -= 1
    if table.count == limit {
      for index in 0..<wordCount { composable_set_observed(index, word(index, in: table)) }
    } else if table.count < limit, table.sharers[Int(bit)] == 0 {
      composable_set_observed(bit >> 6, composable_get_observed(bit >> 6) & ~(1 << (bit & 63)))
    }
  }

  /// The bits of a word that stand for fields.
  private static func word(_ index: UInt32, in table: Table) -> UInt64 {
    (0..<64).reduce(0) { word, bit in
      table.sharers[Int(index) * 64 + bit] == 0 ? word : word | 1 << UInt64(bit)
    }
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
