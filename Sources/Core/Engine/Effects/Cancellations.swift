import CompanionSupport
import IssueReporting

/// The work of one store, or the work outside of any store, that can be cancelled by an id.
///
/// Cancels from any isolation, synchronously, without waiting for the store.
final class Cancellations: Sendable {
  /// Work outside of any effect, with the ids of ``CancelID/ofCurrentTest``.
  static let ofProcess = Cancellations()

  /// An id and a feature. The work with the id that belongs to the feature, or to one below it, has
  /// an entry of this key. A cancellation thus never looks at the work of other features: a list
  /// has one id for the loads of all its rows.
  private struct Key: Hashable, Sendable {
    let id: CancelID
    let path: EffectPath?

    init(_ id: CancelID, _ path: EffectPath?) {
      self.id = id
      self.path = path
    }
  }

  /// The work with one key.
  private final class Entry: Sendable {
    let key: Key
    /// Protected by the lock of the entries.
    nonisolated(unsafe) var works = CancellableWorks()

    init(_ key: Key) {
      self.key = key
    }
  }

  /// Work in the order in which it began: it is cancelled in the same order in each run of a
  /// program.
  private struct CancellableWorks: Sendable {
    private var numbers: [CancellableWork: UInt64] = [:]
    private var last: UInt64 = 0

    var isEmpty: Bool { numbers.isEmpty }

    mutating func insert(_ work: CancellableWork) {
      last += 1
      numbers[work] = last
    }

    mutating func remove(_ work: CancellableWork) { numbers[work] = nil }

    var all: [CancellableWork] {
      numbers.count < 2
        ? Array(numbers.keys) : numbers.sorted { $0.value < $1.value }.map(\.key)
    }

    func contains(where predicate: (CancellableWork) -> Bool) -> Bool {
      numbers.keys.contains(where: predicate)
    }
  }

  /// By the hash values of the keys; nearly always, there is one for a hash value.
  private let entries = Locked<[Int: [Entry]]>([:])

  func insert(_ work: CancellableWork, _ id: CancelID) {
    changeAll(id, from: work.path) { $0.insert(work) }
  }

  func remove(_ work: CancellableWork, _ id: CancelID) {
    changeAll(id, from: work.path) { $0.remove(work) }
  }

  /// Inserts work, and cancels work with the same id of the same feature or of one below it.
  func replace(_ id: CancelID, with work: CancellableWork) {
    let others = change(Key(id, work.path)) { works in
      defer { works.insert(work) }
      return works
    }
    if let path = work.path { changeAll(id, from: path.parent) { $0.insert(work) } }
    for other in others.all { other.cancel() }
  }

  /// Changes the entries of a feature, of those above it, and of the root.
  private func changeAll(
    _ id: CancelID, from path: EffectPath?, _ body: (inout CancellableWorks) -> Void
  ) {
    path?.forEachAncestor { change(Key(id, $0), body) }
    change(Key(id, nil), body)
  }

  /// Changes the work with a key.
  ///
  /// The code of an id, its `hash(into:)` and its `==`, may do anything, including a cancellation.
  /// So it runs outside of the lock, and its result is used if the ids are still the same
  /// afterwards.
  @discardableResult
  private func change<Result: Sendable>(
    _ key: Key, _ body: (inout CancellableWorks) -> Result
  ) -> Result {
    let hash = key.hashValue
    while true {
      let known = entries.withLock { $0[hash] } ?? []
      let entry = known.first { $0.key == key } ?? Entry(key)
      let others = known.filter { $0 !== entry }
      let result = entries.withLock { entries -> Result? in
        guard (entries[hash] ?? []).elementsEqual(known, by: ===) else { return nil }
        let result = body(&entry.works)
        if entry.works.isEmpty {
          entries[hash] = others.isEmpty ? nil : others
        } else if others.count == known.count {
          entries[hash] = known + [entry]
        }
        return result
      }
      // Removed objects are released here, outside of the lock.
      if let result { return withExtendedLifetime((known, entry)) { result } }
    }
  }

  /// The work with a key.
  private subscript(key: Key) -> CancellableWorks {
    let hash = key.hashValue
    guard let entry = entries.withLock({ $0[hash] })?.first(where: { $0.key == key }) else {
      return CancellableWorks()
    }
    return entries.withLock { _ in entry.works }
  }

  /// Cancels the work with an id that belongs to the feature at `path` or to one below it.
  ///
  /// - Parameter settings: The settings of the walk whose effects are not cancelled.
  func cancel(_ id: CancelID, within path: EffectPath?, sparing settings: EffectSettings? = nil) {
    // Outside of the lock: cancelling a task runs its cancellation handlers, and releasing a path
    // runs code too.
    for work in self[Key(id, path)].all {
      if let settings, case .effect(let effect) = work, effect.settings.isOfSameWalk(as: settings) {
        continue
      }
      work.cancel()
    }
  }

  /// Whether there is work with an id that has not been cancelled.
  func isRunning(_ id: CancelID) -> Bool {
    self[Key(id, nil)].contains { !$0.isCancelled }
  }
}

/// Work that can be cancelled by an id.
enum CancellableWork: Hashable, Sendable {
  case effect(RunningEffect)
  case part(CancellablePart)

  var path: EffectPath? {
    switch self {
    case .effect(let effect): effect.settings.path
    case .part(let part): part.path
    }
  }

  var isCancelled: Bool {
    switch self {
    case .effect(let effect): effect.task?.isCancelled ?? true
    case .part(let part): part.isCancelled
    }
  }

  func cancel() {
    switch self {
    case .effect(let effect): effect.task?.cancel()
    case .part(let part): part.cancel()
    }
  }
}

/// The operation of one call of `withTaskCancellation`.
final class CancellablePart: Hashable, Sendable {
  private struct State {
    var isCancelled = false
    var cancel: (@Sendable () -> Void)?
  }

  /// The path of the effect that it is a part of.
  let path: EffectPath?
  private let state = Locked(State())

  init(path: EffectPath?) {
    self.path = path
  }

  /// Starts the work. A cancellation in the meantime, by the work itself for example, waits until
  /// the task exists.
  func start<Success: Sendable>(
    _ makeTask: @Sendable () -> Task<Success, Never>
  ) -> Task<Success, Never> {
    let (task, isCancelled) = state.withLock { state in
      let task = makeTask()
      state.cancel = { task.cancel() }
      return (task, state.isCancelled)
    }
    if isCancelled { task.cancel() }
    return task
  }

  var isCancelled: Bool { state.withLock { $0.isCancelled } }

  func cancel() {
    let cancel = state.withLock { state in
      state.isCancelled = true
      return state.cancel
    }
    cancel?()
  }

  static func == (lhs: CancellablePart, rhs: CancellablePart) -> Bool { lhs === rhs }

  func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(self))
  }
}

/// The stores that run effects, for cancellation by an id outside of any effect.
final class StoreCancellations: Sendable {
  private struct Entry: Sendable {
    weak let cancellations: Cancellations?
    let test: TestContext.Testing.Test.ID?
  }

  private static let stores = ForkSafeLocked<[ObjectIdentifier: Entry]>([:])

  /// The cancellations of one store.
  let cancellations = Cancellations()

  init() {
    let entry = Entry(cancellations: cancellations, test: TestContext.currentTestID)
    let id = ObjectIdentifier(cancellations)
    Self.stores.withLock { $0[id] = entry }
  }

  deinit {
    let id = ObjectIdentifier(cancellations)
    Self.stores.withLock { $0[id] = nil }
  }

  /// The cancellations of effects that run without a feature; in tests, one for each test.
  static var ofEffectsOnTheirOwn: StoreCancellations {
    let test = TestContext.currentTestID
    let new = StoreCancellations()
    return effectsOnTheirOwn.withLock { known in
      if let cancellations = known[test] { return cancellations }
      known[test] = new
      return new
    }
  }

  private static let effectsOnTheirOwn =
    ForkSafeLocked<[TestContext.Testing.Test.ID?: StoreCancellations]>([:])

  /// Cancels the work with an id in all stores; in tests, in the stores of the same test.
  static func cancelInAllStores(_ id: CancelID) {
    let test = TestContext.currentTestID
    let stores = Self.stores.withLock { stores in
      stores.values.compactMap { $0.test == test ? $0.cancellations : nil }
    }
    for store in stores { store.cancel(id, within: nil) }
  }
}

extension CancelID {
  /// The id of work outside of any store: each test has its own.
  var ofCurrentTest: CancelID {
    CancelID(IDOfTest(id: self, test: TestContext.currentTestID))
  }

  private struct IDOfTest: Hashable {
    let id: CancelID
    let test: TestContext.Testing.Test.ID?
  }
}
