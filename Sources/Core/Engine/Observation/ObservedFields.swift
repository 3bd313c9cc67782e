import CCore
import CompanionSupport
import Observation
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

/// The observed fields of ``ObservableState``s, by the ids of their states.
///
/// One table for the process, as a copy of a state does not know which store it is from. It has
/// parts with a lock each, by the ids of the states, so that stores which run side by side seldom
/// wait for each other, and nothing goes through all of the table. A field that is read while
/// `withObservationTracking` runs stays in it until it is written, or until its observers have been
/// notified of something else. Observers of states that are gone may never be; when there are too
/// many, all are notified that something may have changed, and the table begins anew.
@usableFromInline
enum ObservedFields {
  /// The fields of the states whose ids belong to one part.
  private struct Table {
    /// The words of the part's bits.
    let words: Range<UInt32>
    var fields: [UInt64: [ObservedField]] = [:]
    var count = 0
    /// Fields that were removed, to be used again: the key path of a field takes longer to make
    /// than all else that happens to it.
    var unused: [ObservedField] = []
    /// The number of fields at which those without observers are looked for.
    var countOfSweep = leastCountOfSweep
    /// Whether all bits are set, as there are too many fields in all parts together.
    var isOverflowing = false
  }

  private final class Part: Sendable {
    let table: ForkSafeLocked<Table>

    init(_ index: Int) {
      let first = UInt32(index) * UInt32(composable_observed_words_of_part)
      table = ForkSafeLocked(
        Table(words: first..<first + UInt32(composable_observed_words_of_part)))
    }
  }

  /// The maximum number of unused fields in a part.
  private static let unusedLimit = 16

  private static let leastCountOfSweep = 1024 / Int(composable_observed_parts)

  /// Distinguishes types from ids, which do not count so far.
  private static let inert: UInt64 = 1 << 62

  /// The number of fields at which all observers are notified, and the table is cleared. A hundred
  /// thousand stores with an observer each have 300,000.
  static let limit = 524_288

  private static let parts = (0..<Int(composable_observed_parts)).map(Part.init)

  private static func withTable<Result>(
    of state: UInt64, _ body: (inout sending Table) -> sending Result
  ) -> sending Result {
    parts[Int(composable_observed_part(state))].table.withLock(body)
  }

  /// Whether the table has fields of a state.
  static func keepsFields(of state: UInt64) -> Bool {
    withTable(of: state) { $0.fields[state] != nil }
  }

  /// Records the read of a field.
  @usableFromInline
  static func access(_ state: UInt64, _ field: UInt32) {
    guard ObservationMark.mayBeTracking else { return }
    register(state, field)
  }

  /// Records the read of a field that is a state, or contains one.
  @usableFromInline
  static func access<State: ObservableState>(
    _ state: UInt64, _ field: UInt32, having child: State?
  ) {
    guard ObservationMark.mayBeTracking else { return }
    register(state, field)
    // An enum that its own reducer changes is identified by the id of its payload only. Cases
    // without a payload share an id, one per type: a change of one also notifies the readers of
    // others, as no reader may be missed.
    if let child { register(location(of: child._$id, State.self), 0) }
  }

  /// Records the read of a field that is a collection of states.
  @usableFromInline
  static func access<Element: ObservableState>(
    _ state: UInt64, _ field: UInt32, havingElements _: Element.Type
  ) {
    guard ObservationMark.mayBeTracking else { return }
    register(state, field)
    // An element that is an enum keeps its place and its id in another case.
    if Element._$idOffset == nil { register(location(ofCasesOf: Element.self), 0) }
  }

  /// The key for the readers of a whole state, by its id.
  static func location<State>(of id: ObservableStateID, _ type: State.Type) -> UInt64 {
    id.location != 0 ? id.location : location(ofCasesOf: type)
  }

  /// The key for the readers of the cases of an enum, wherever its values are.
  static func location<State>(ofCasesOf _: State.Type) -> UInt64 {
    inert | UInt64(UInt(bitPattern: ObjectIdentifier(State.self)))
  }

  /// Records that an enum of a type has another case.
  static func noteCase<State>(of type: State.Type) {
    noteReplacement(of: location(ofCasesOf: type), type)
  }

  private static func register(_ state: UInt64, _ field: UInt32) {
    let isOnMain = composable_reads_on_main()
    let isTooMany = withTable(of: state) { table -> Bool in
      if let known = table.fields[state]?.first(where: { $0.field == field }) {
        if known.access() { ObservedReads.current?.append(field, of: state) }
        return false
      }
      if table.count >= table.countOfSweep { sweep(&table) }
      let observed = table.unused.popLast() ?? ObservedField()
      observed.begin(field, isOnMain: isOnMain)
      // Under the lock, so that the field is not removed as one without observers before it has
      // any.
      guard observed.access() else {
        keep(observed, in: &table)
        return false
      }
      ObservedReads.current?.append(field, of: state)
      table.fields[state, default: []].append(observed)
      return didAdd(observed, of: state, to: &table)
    }
    if isTooMany { updateBits() } else { updateBitsAfterOverflow() }
  }

  /// Keeps a field that is not in use, to be used again.
  private static func keep(_ observed: ObservedField, in table: inout Table) {
    guard table.unused.count < unusedLimit else { return }
    table.unused.append(observed)
  }

  /// Removes the fields whose observers were notified of other changes. The next sweep comes when
  /// the number has doubled.
  private static func sweep(_ table: inout Table) {
    var unobserved: [(UInt64, ObservedField)] = []
    for (state, fields) in table.fields {
      for field in fields where !field.isWritten && !field.isObserved {
        unobserved.append((state, field))
      }
    }
    for (state, field) in unobserved { remove(field, of: state, from: &table) }
    table.countOfSweep = max(leastCountOfSweep, 2 * table.count)
  }

  /// Records that a field was changed. Its observers are notified when the action is done, or at
  /// once outside of an action. It stays recorded until then, whatever else is written to it: only
  /// the write itself had the old value and the new one at hand.
  ///
  /// - Parameter type: The type of the state, `nil` if unknown.
  static func noteWrite(
    _ state: UInt64, _ field: UInt32, in frame: UnsafeMutablePointer<composable_frame>?,
    of type: Any.Type?
  ) {
    guard composable_get_observed_count() <= limit else { return noteEverything(in: frame) }
    let written = withTable(of: state) { table in
      (table.fields[state] ?? []).compactMap {
        $0.field == field ? WrittenField(state: state, $0) : nil
      }
    }
    WrittenFields.append(written, of: type, to: frame)
  }

  /// Records that any field may have changed: there are too many to keep.
  private static func noteEverything(in frame: UnsafeMutablePointer<composable_frame>?) {
    let isOnMain = frame?.pointee.is_on_main_actor ?? composable_reads_on_main()
    let written = parts.flatMap {
      $0.table.withLock { table in
        table.fields.flatMap { state, fields in
          fields.compactMap { $0.isOnMain == isOnMain ? WrittenField(state: state, $0) : nil }
        }
      }
    }
    WrittenFields.append(written, of: nil, to: frame)
  }

  /// Records that all fields of a state may have changed, as it was replaced.
  @usableFromInline
  static func noteReplacement(of state: UInt64, _ type: Any.Type?) {
    guard composable_may_be_observed(state, composable_any_field) else { return }
    let written = withTable(of: state) { table in
      (table.fields[state] ?? []).compactMap { WrittenField(state: state, $0) }
    }
    WrittenFields.append(written, of: type, to: composable_get_frame())
  }

  /// Records the observed fields of a state that differ from the state that it replaces.
  ///
  /// - Parameter isDifferent: Whether a field differs. It may run a user's `==`.
  static func noteDifferences(
    of state: UInt64, _ type: Any.Type, _ isDifferent: (UInt32) -> Bool
  ) {
    guard composable_may_be_observed(state, composable_any_field) else { return }
    let fields = withTable(of: state) { $0.fields[state] ?? [] }
    // Outside of the lock, as user code runs.
    let different = fields.filter { $0.field != 0 && isDifferent($0.field) }
    let written = withTable(of: state) { _ in
      different.compactMap { WrittenField(state: state, $0) }
    }
    WrittenFields.append(written, of: type, to: composable_get_frame())
  }

  /// Removes written fields from the table, and notifies their observers.
  ///
  /// A function that is being observed may have read the fields before the action: its observer is
  /// installed when it returns, so that the fields stay.
  ///
  /// - Parameter store: The root store, 0 outside of an action.
  static func notifyObservers(of written: consuming [WrittenField], in store: UInt64) {
    let areKept = ObservationMark.isCollecting
    var taken = written.filter { written in
      withTable(of: written.state) { table in
        written.observed.isWritten = false
        return areKept || remove(written.observed, of: written.state, from: &table)
      }
    }
    written = []
    updateBitsAfterOverflow()
    if composable_instruments_observers() {
      notifyInstrumentedObservers(of: taken, in: store)
    } else {
      for field in taken { field.observed.notifyObservers() }
    }
    while !areKept, var field = taken.popLast() {
      guard field.isUnused else { continue }
      withTable(of: field.state) { [field] in keep(field.observed, in: &$0) }
    }
  }

  @inline(never)
  private static func notifyInstrumentedObservers(
    of fields: [WrittenField], in store: UInt64
  ) {
    for field in fields {
      let change = field.change ?? ObservedChange(store: store)
      change.notifying(.field(field.observed.field, of: field.state)) {
        field.observed.notifyObservers()
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

  // Each field has a bit of its own, and another that stands for any field of its state.

  /// - Returns: Whether there are too many fields now, which the bits of all parts have to say.
  private static func didAdd(
    _ observed: ObservedField, of state: UInt64, to table: inout Table
  ) -> Bool {
    table.count += 1
    let count = composable_add_observed_count(1)
    for field in [observed.field, composable_any_field] {
      let bit = composable_observed_bit(state, field)
      if composable_share_observed_bit(bit) {
        composable_set_observed(bit >> 6, composable_get_observed(bit >> 6) | 1 << (bit & 63))
      }
    }
    return count > limit && !table.isOverflowing
  }

  private static func didTake(
    _ observed: ObservedField, of state: UInt64, from table: inout Table
  ) {
    table.count -= 1
    if table.count < table.countOfSweep / 4 {
      table.countOfSweep = max(leastCountOfSweep, 2 * table.count)
    }
    _ = composable_add_observed_count(-1)
    for field in [observed.field, composable_any_field] {
      let bit = composable_observed_bit(state, field)
      if composable_unshare_observed_bit(bit), !table.isOverflowing {
        composable_set_observed(bit >> 6, composable_get_observed(bit >> 6) & ~(1 << (bit & 63)))
      }
    }
  }

  /// Sets exactly the bits of the fields again after there were too many fields.
  private static func updateBitsAfterOverflow() {
    guard isOverflowing.load(ordering: .relaxed), composable_get_observed_count() <= limit else {
      return
    }
    updateBits()
  }

  /// Whether the bits of any part may be set because there are too many fields.
  private static let isOverflowing = Atomic(false)

  /// Sets all bits of a part with too many fields, so that the next write to any field looks it up,
  /// and exactly the bits of its fields in any other part.
  private static func updateBits() {
    repeat {
      isOverflowing.store(true, ordering: .relaxed)
      var areSet = false
      for part in parts {
        areSet = part.table.withLock { updateBits(of: &$0) } || areSet
      }
      isOverflowing.store(areSet, ordering: .relaxed)
    } while isOverflowing.load(ordering: .relaxed) && composable_get_observed_count() <= limit
  }

  /// - Returns: Whether there are too many fields.
  private static func updateBits(of table: inout Table) -> Bool {
    // Counted under the lock: the last to do this has the last word.
    let isTooMany = composable_get_observed_count() > limit
    guard table.isOverflowing != isTooMany else { return isTooMany }
    table.isOverflowing = isTooMany
    for index in table.words { composable_set_observed(index, isTooMany ? .max : word(index)) }
    return isTooMany
  }

  /// The bits of a word that represent fields.
  private static func word(_ index: UInt32) -> UInt64 {
    (0..<64).reduce(0) { word, bit in
      composable_is_observed_bit_used(index * 64 + bit) ? word | 1 << UInt64(bit) : word
    }
  }
}

/// A field that is observed.
///
/// Unchecked: variables are protected by the lock of the field's part of the table.
final class ObservedField: Observable, @unchecked Sendable {
  @exclusivity(unchecked) private(set) var field: UInt32 = 0
  /// Whether it was written since observers were last notified.
  @exclusivity(unchecked) fileprivate(set) var isWritten = false
  /// Whether it was read on the main actor, where its observers have to be notified.
  @exclusivity(unchecked) private(set) var isOnMain = false
  private let registrar = ObservationRegistrar()
  /// The key path that observers register for. Only the framework retains it, as long as there are
  /// observers; each field has one of its own.
  @exclusivity(unchecked) private var path: KeyPath<ObservedField, Void>

  init() {
    path = \ObservedField[ObservationMark(composable_make_id())]
  }

  /// Makes it the field of a state that is being read.
  fileprivate func begin(_ field: UInt32, isOnMain: Bool) {
    self.field = field
    self.isOnMain = isOnMain
  }

  private subscript(mark: ObservationMark) -> Void { () }

  /// Whether there are observers, or may be.
  var isObserved: Bool { !isKnownUniquelyReferenced(&path) || !Self.areObserversCounted }

  /// Whether the framework retains a key path from when it is observed until it has changed.
  /// Otherwise each field counts as observed, and none is left out of the table.
  static let areObserversCounted: Bool = {
    // On a new thread: an observer that is reading on the current one would keep the path.
    var thread = pthread_t()
    let isStarted = pthread_create(
      &thread, nil,
      { _ in
        UnsafeMutableRawPointer(bitPattern: ObservedField.isObserverCounted ? 1 : 0)
      }, nil)
    var isCounted: UnsafeMutableRawPointer?
    guard isStarted == 0, pthread_join(thread, &isCounted) == 0 else { return false }
    return isCounted != nil
  }()

  private static var isObserverCounted: Bool {
    let field = ObservedField()
    guard isKnownUniquelyReferenced(&field.path) else { return false }
    withObservationTracking {
      field.registrar.access(field, keyPath: field.path)
    } onChange: {
    }
    guard !isKnownUniquelyReferenced(&field.path) else { return false }
    field.registrar.willSet(field, keyPath: field.path)
    return isKnownUniquelyReferenced(&field.path)
  }

  /// Records a read.
  ///
  /// - Returns: Whether it is observed.
  func access() -> Bool {
    ObservationMark.isTracked { registrar.access(self, keyPath: path) }
  }

  func notifyObservers() {
    registrar.willSet(self, keyPath: path)
    registrar.didSet(self, keyPath: path)
  }
}

/// A field that was written, and its state.
struct WrittenField {
  let state: UInt64
  fileprivate(set) var observed: ObservedField
  /// The first change since observers were last notified, if observers were instrumented then.
  var change: ObservedChange?

  /// Returns `nil` if the field is recorded already.
  fileprivate init?(state: UInt64, _ observed: ObservedField) {
    guard !observed.isWritten else { return nil }
    observed.isWritten = true
    self.state = state
    self.observed = observed
  }

  /// Whether nothing else refers to the field, once it was removed: code that runs beside this may
  /// have found it in the table before.
  fileprivate var isUnused: Bool {
    mutating get { isKnownUniquelyReferenced(&observed) && !observed.isObserved }
  }
}
