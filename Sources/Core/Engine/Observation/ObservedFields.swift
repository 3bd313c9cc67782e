import CCore
import Observation

/// The fields of ``ObservableState``s that are observed, by the ids of their states.
///
/// One table for the process, as a copy of a state does not know which store it is from. A field
/// that is read while `withObservationTracking` runs stays in it until it is written, or until its
/// observers have been notified of something else. Observers of states that are gone may never be;
/// when there are too many, all are notified that something may have changed, and the table begins
/// anew.
@usableFromInline
enum ObservedFields {
  private struct Table {
    var fields: [UInt64: [ObservedField]] = [:]
    var count = 0
    /// The number of fields at which those without observers are looked for.
    var countOfSweep = 1024
  }

  /// Tells types from ids, which do not count so far.
  private static let inert: UInt64 = 1 << 62

  /// How many fields are kept before observers are told without need.
  static let limit = 262_144

  private static let table = ForkSafeLocked(Table())

  /// Whether fields of a state are kept.
  static func keepsFields(of state: UInt64) -> Bool {
    table.withLock { $0.fields[state] != nil }
  }

  /// Notes that a field is read whose value is not known.
  @usableFromInline
  static func access(_ state: UInt64, _ field: UInt32) {
    guard ObservationMark.isTracking else { return }
    register(state, field, seen: nil)
  }

  /// Notes that a field is read.
  @usableFromInline
  static func access<Value>(_ state: UInt64, _ field: UInt32, _ value: Value) {
    guard ObservationMark.isTracking else { return }
    register(state, field, seen: ObservedLayout.stamp(of: value))
  }

  /// Notes that a field is read which is a state, or has one.
  @usableFromInline
  static func access<Value, State: ObservableState>(
    _ state: UInt64, _ field: UInt32, _ value: Value, having child: State?
  ) {
    guard ObservationMark.isTracking else { return }
    register(state, field, seen: ObservedLayout.stamp(of: value))
    // An enum that its own reducer changes is known by the id of its payload only. Cases without
    // one share an id, all of a type: a change of one notifies the readers of others too, as no
    // reader may be left out.
    if let child { register(location(of: child._$id, State.self), 0, seen: nil) }
  }

  /// Where the readers of a whole state are found, by its id.
  static func location<State>(of id: ObservableStateID, _: State.Type) -> UInt64 {
    if id.location != 0 { return id.location }
    return inert | UInt64(UInt(bitPattern: ObjectIdentifier(State.self)))
  }

  private static func register(_ state: UInt64, _ field: UInt32, seen: _ObservedStamp?) {
    let isOnMain = composable_reads_on_main()
    table.withLock { table in
      // Copies from before and after a change show different values, and what is a change for the
      // readers of one may be none for those of the other: each value is a field of its own.
      let known = table.fields[state]?.first { $0.field == field && $0.seen == seen }
      if let known { return known.access() }
      if table.count >= table.countOfSweep { sweep(&table) }
      let observed = ObservedField(field, seen: seen, isOnMain: isOnMain)
      // Under the lock, as the field must not be taken for one without observers before it has
      // some.
      observed.access()
      table.fields[state, default: []].append(observed)
      didAdd(observed, of: state, to: &table)
    }
  }

  /// Removes the fields whose observers were notified of something else. As many are added before
  /// the next time as stay.
  private static func sweep(_ table: inout Table) {
    var unobserved: [(UInt64, ObservedField)] = []
    for (state, fields) in table.fields {
      for field in fields where !field.isWritten && !field.isObserved {
        unobserved.append((state, field))
      }
    }
    for (state, field) in unobserved { remove(field, of: state, from: &table) }
    table.countOfSweep = max(1024, 2 * table.count)
  }

  /// Notes that a field was written, whose observers are told when the action is done if it is
  /// another then, or at once where no action is processed.
  ///
  /// - Parameters:
  ///   - place: Where the state keeps its id.
  ///   - stamp: What it is now, if that is known.
  static func noteWrite(
    _ state: UInt64, _ field: UInt32, at place: UnsafeRawPointer,
    _ stamp: @autoclosure () -> _ObservedStamp?, in frame: UnsafeMutablePointer<composable_frame>?
  ) {
    let (isFull, observed) = table.withLock { table in
      (table.count > limit, table.fields[state]?.filter { $0.field == field } ?? [])
    }
    guard isFull || !observed.isEmpty else { return }
    // Not under the lock: to look at a value may run its code.
    let stamp = stamp()
    let isOnMain = frame?.pointee.is_on_main_actor ?? composable_reads_on_main()
    let written: [WrittenField] = table.withLock { table in
      if isFull { return noteAll(isOnMain: isOnMain, in: table) }
      return observed.compactMap {
        $0.writes.note(stamp, at: place)
        return WrittenField(state: state, $0)
      }
    }
    WrittenFields.append(written, to: frame)
  }

  /// Notes that a state was replaced, so that all of its fields may be others.
  @usableFromInline
  static func noteReplacement(of state: UInt64) {
    guard composable_observes() else { return }
    let written = table.withLock { table in
      (table.fields[state] ?? []).compactMap { observed in
        observed.writes.noteReplacement()
        return WrittenField(state: state, observed)
      }
    }
    WrittenFields.append(written, to: composable_get_frame())
  }

  /// Forgets what the current action has written to a state at a place: it was a copy of the state,
  /// and becomes one of its own.
  static func forgetWrites(to state: UInt64, at place: UnsafeRawPointer) {
    changeWrites(to: state) { $0.forget(at: place) }
  }

  /// Forgets what the current action has written to a state since an access to another, whose place
  /// a copy of the state has taken. Some of it may have been written while the copy was on its way.
  static func forgetWrites(to state: UInt64, since access: UInt64) {
    changeWrites(to: state) { $0.forget(since: access) }
  }

  private static func changeWrites(to state: UInt64, _ change: (inout FieldWrites) -> Void) {
    guard composable_may_be_observed(state, composable_any_field),
      composable_get_frame()?.pointee.written != nil
    else { return }
    table.withLock { table in
      for observed in table.fields[state] ?? [] { change(&observed.writes) }
    }
  }

  /// Notes the fields of a state that are not what their observers have seen.
  ///
  /// - Parameters:
  ///   - place: Where the state keeps its id.
  ///   - stamp: Looks at a field as it is now.
  static func noteDifferences(
    of state: UInt64, at place: UnsafeRawPointer, _ stamp: (UInt32) -> _ObservedStamp?
  ) {
    let frame = composable_get_frame()
    // Outside of a reducer, what a store holds is a copy, which becomes another state.
    guard frame != nil || state & composable_held_id == 0 else { return }
    let fields = table.withLock { $0.fields[state] ?? [] }
    let stamps = fields.map { $0.field == 0 ? $0.seen : stamp($0.field) }
    let written = table.withLock { _ in
      zip(fields, stamps).compactMap { observed, stamp -> WrittenField? in
        guard observed.field != 0 else { return nil }
        observed.writes.noteReplaced(stamp, at: place)
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
        defer { observed.writes = FieldWrites() }
        guard observed.writes.areDifferent(from: observed.seen) else { return nil }
        return remove(observed, of: written.state, from: &table) ? observed : nil
      }
    }
  }

  @discardableResult
  private static func remove(
    _ observed: ObservedField, of state: UInt64, from table: inout Table
  ) -> Bool {
    guard let index = table.fields[state]?.firstIndex(where: { $0 === observed }) else {
      return false
    }
    table.fields[state]?.remove(at: index)
    if table.fields[state]?.isEmpty == true { table.fields[state] = nil }
    didTake(observed, of: state, from: &table)
    return true
  }

  private static func noteAll(isOnMain: Bool, in table: Table) -> [WrittenField] {
    table.fields.flatMap { state, fields in
      fields.compactMap { observed in
        guard observed.isOnMain == isOnMain else { return nil }
        observed.writes.noteAny()
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
    if table.count < table.countOfSweep / 4 { table.countOfSweep = max(1024, 2 * table.count) }
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

/// A field that is observed.
///
/// Unchecked: what changes is protected by the lock of the table.
final class ObservedField: Observable, @unchecked Sendable {
  let field: UInt32
  /// What was seen, if that is known.
  let seen: _ObservedStamp?
  /// What was written since observers were last told.
  fileprivate(set) var writes = FieldWrites()
  /// Whether it was written since observers were last told.
  fileprivate(set) var isWritten = false
  /// Whether it was read on the main actor, and its observers are to be told there.
  let isOnMain: Bool
  private let registrar = ObservationRegistrar()
  /// What observers register for. The framework keeps it for as long as there are some, and nothing
  /// else does: each field has one of its own.
  private var path: KeyPath<ObservedField, Void>

  init(_ field: UInt32, seen: _ObservedStamp?, isOnMain: Bool) {
    self.field = field
    self.seen = seen
    self.isOnMain = isOnMain
    path = \ObservedField[ObservationMark(field)]
  }

  private subscript(mark: ObservationMark) -> Void { () }

  /// Whether there are observers.
  var isObserved: Bool { !isKnownUniquelyReferenced(&path) }

  func access() {
    registrar.access(self, keyPath: path)
  }

  func tellObservers() {
    registrar.willSet(self, keyPath: path)
    registrar.didSet(self, keyPath: path)
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
