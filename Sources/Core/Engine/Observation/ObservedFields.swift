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
  }

  /// How many fields are kept before observers are told without need.
  static let limit = 262_144

  private static let table = Locked(Table())

  /// Notes that a field is read whose value is not known.
  @usableFromInline
  static func access(_ state: UInt64, _ field: UInt32) {
    (known(state, field) ?? add(state, field, seen: nil)).access()
  }

  /// Notes that a field is read.
  @usableFromInline
  static func access<Value>(_ state: UInt64, _ field: UInt32, _ value: Value) {
    if let known = known(state, field) { return known.access() }
    add(state, field, seen: ObservedLayout.stamp(of: value)).access()
  }

  private static func known(_ state: UInt64, _ field: UInt32) -> ObservedField? {
    table.withLock { $0.fields[state]?.first { $0.field == field } }
  }

  private static func add(
    _ state: UInt64, _ field: UInt32, seen: _ObservedStamp?
  ) -> ObservedField {
    let observed = ObservedField(field, seen: seen, isOnMain: composable_reads_on_main())
    return table.withLock { table in
      if let known = table.fields[state]?.first(where: { $0.field == field }) { return known }
      table.fields[state, default: []].append(observed)
      didAdd(observed, of: state, to: &table)
      return observed
    }
  }

  /// Notes that a field was written, whose observers are told when the action is done if it is another
  /// then.
  ///
  /// - Parameter stamp: What it is now, if that is known.
  static func noteWrite(
    _ state: UInt64, _ field: UInt32, _ stamp: @autoclosure () -> _ObservedStamp?,
    in frame: UnsafeMutablePointer<composable_frame>
  ) {
    let (isFull, observed) = table.withLock { table in
      (table.count > limit, table.fields[state]?.first { $0.field == field })
    }
    guard isFull || observed != nil else { return }
    // Not under the lock: to look at a value may run its code.
    let stamp = stamp()
    let isOnMain = frame.pointee.is_on_main_actor
    let written: [WrittenField] = table.withLock { table in
      if isFull { return noteAll(isOnMain: isOnMain, in: table) }
      observed?.latest = stamp
      return observed.flatMap { WrittenField(state: state, $0) }.map { [$0] } ?? []
    }
    WrittenFields.append(written, to: frame)
  }

  /// Notes that a state was replaced, so that all of its fields may be others.
  @usableFromInline
  static func noteReplacement(of state: UInt64) {
    guard composable_observes(), let frame = composable_get_frame() else { return }
    let written = table.withLock { table in
      (table.fields[state] ?? []).compactMap { observed in
        observed.latest = nil
        return WrittenField(state: state, observed)
      }
    }
    WrittenFields.append(written, to: frame)
  }

  /// Notes the fields of a state that are not what their observers have seen.
  ///
  /// - Parameter stamp: Looks at a field as it is now.
  static func noteDifferences(of state: UInt64, _ stamp: (UInt32) -> _ObservedStamp?) {
    guard let frame = composable_get_frame() else { return }
    let fields = table.withLock { $0.fields[state] ?? [] }
    let stamps = fields.map { $0.field == 0 ? $0.seen : stamp($0.field) }
    let written = table.withLock { _ in
      zip(fields, stamps).compactMap { observed, stamp -> WrittenField? in
        guard observed.field != 0 else { return nil }
        observed.latest = stamp
        return stamp != nil && stamp == observed.seen
          ? nil : WrittenField(state: state, observed)
      }
    }
    WrittenFields.append(written, to: frame)
  }

  /// Takes the written fields that are others than they were seen out of the table.
  static func take(_ written: [WrittenField]) -> [ObservedField] {
    table.withLock { table in
      written.compactMap { written in
        let observed = written.observed
        observed.isWritten = false
        if let latest = observed.latest, latest == observed.seen { return nil }
        guard let index = table.fields[written.state]?.firstIndex(where: { $0 === observed })
        else { return nil }
        table.fields[written.state]?.remove(at: index)
        if table.fields[written.state]?.isEmpty == true { table.fields[written.state] = nil }
        didTake(observed, of: written.state, from: &table)
        return observed
      }
    }
  }

  private static func noteAll(isOnMain: Bool, in table: Table) -> [WrittenField] {
    table.fields.flatMap { state, fields in
      fields.compactMap { observed in
        guard observed.isOnMain == isOnMain else { return nil }
        observed.latest = nil
        return WrittenField(state: state, observed)
      }
    }
  }

  private static var wordCount: UInt32 { UInt32(composable_observed_words) }

  // Each field has a bit of its own, and another that stands for any field of its state.

  private static func didAdd(_ observed: ObservedField, of state: UInt64, to table: inout Table) {
    table.count += 1
    composable_set_observed_count(Int64(table.count))
    for field in [observed.field, composable_any_field] {
      let bit = composable_observed_bit(state, field)
      if composable_share_observed_bit(bit) {
        composable_set_observed(bit >> 6, composable_get_observed(bit >> 6) | 1 << (bit & 63))
      }
    }
    if table.count == limit + 1 {
      for index in 0..<wordCount { composable_set_observed(index, .max) }
    }
  }

  private static func didTake(
    _ observed: ObservedField, of state: UInt64, from table: inout Table
  ) {
    table.count -= 1
    composable_set_observed_count(Int64(table.count))
    for field in [observed.field, composable_any_field] {
      let bit = composable_observed_bit(state, field)
      if composable_unshare_observed_bit(bit), table.count < limit {
        composable_set_observed(bit >> 6, composable_get_observed(bit >> 6) & ~(1 << (bit & 63)))
      }
    }
    if table.count == limit {
      for index in 0..<wordCount { composable_set_observed(index, word(index)) }
    }
  }

  /// The bits of a word that stand for fields.
  private static func word(_ index: UInt32) -> UInt64 {
    (0..<64).reduce(0) { word, bit in
      composable_is_observed_bit_used(index * 64 + bit) ? word | 1 << UInt64(bit) : word
    }
  }
}

/// A field that was read, perhaps by somebody who wants to hear of its next change.
///
/// Unchecked: what changes is protected by the lock of the table.
final class ObservedField: Observable, @unchecked Sendable {
  let field: UInt32
  /// What was seen, if that is known.
  let seen: _ObservedStamp?
  /// What was written last, if that is known.
  fileprivate(set) var latest: _ObservedStamp?
  /// Whether it was written since observers were last told.
  fileprivate(set) var isWritten = false
  /// Whether it was read on the main actor, and its observers are to be told there.
  let isOnMain: Bool
  private let registrar = ObservationRegistrar()

  init(_ field: UInt32, seen: _ObservedStamp?, isOnMain: Bool) {
    self.field = field
    self.seen = seen
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

/// A field that was written, and the state that it is of.
struct WrittenField {
  let state: UInt64
  let observed: ObservedField

  /// Returns `nil` where that is known already.
  fileprivate init?(state: UInt64, _ observed: ObservedField) {
    guard !observed.isWritten else { return nil }
    observed.isWritten = true
    self.state = state
    self.observed = observed
  }
}
