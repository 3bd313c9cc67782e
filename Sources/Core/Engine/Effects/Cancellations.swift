import IssueReporting

/// The work that can be cancelled by an id: that of one store, or that outside of any.
///
/// Cancels from any isolation, and at once: whoever cancels need not wait for the store.
final class Cancellations: Sendable {
  /// Work outside of any effect; its ids are those of ``CancelID/ofCurrentTest``.
  static let ofProcess = Cancellations()

  private let works = Locked<[CancelID: Set<CancellableWork>]>([:])

  func insert(_ work: CancellableWork, _ ids: some Sequence<CancelID> & Sendable) {
    works.withLock { works in
      for id in ids { works[id, default: []].insert(work) }
    }
  }

  func remove(_ work: CancellableWork, _ ids: some Sequence<CancelID> & Sendable) {
    works.withLock { works in
      for id in ids {
        guard let index = works.index(forKey: id) else { continue }
        works.values[index].remove(work)
        if works.values[index].isEmpty { works.remove(at: index) }
      }
    }
  }

  /// Inserts work, and cancels what has the same id.
  func replace(_ id: CancelID, with work: CancellableWork) {
    let others = works.withLock { works in
      let others = works[id]?.filter { $0.path?.isWithin(work.path) ?? (work.path == nil) } ?? []
      works[id, default: []].insert(work)
      return others
    }
    for other in others { other.cancel() }
  }

  /// Cancels the work with an id that belongs to the feature at `path` or to one below it.
  ///
  /// - Parameter walk: Spares the effects that this walk has started.
  func cancel(_ id: CancelID, within path: EffectPath?, sparing walk: UInt64? = nil) {
    // Not while the lock is held: to cancel a task runs code of its own.
    let works = works.withLock { $0[id] ?? [] }
    for work in works where path == nil || work.path?.isWithin(path) == true {
      if let walk, case .effect(let effect) = work, effect.walk == walk { continue }
      work.cancel()
    }
  }

  /// Whether there is work with an id that has not been cancelled.
  func isRunning(_ id: CancelID) -> Bool {
    works.withLock { $0[id] ?? [] }.contains { !$0.isCancelled }
  }
}

/// What can be cancelled by an id.
enum CancellableWork: Hashable, Sendable {
  case effect(RunningEffect)
  case part(CancellablePart)

  var path: EffectPath? {
    switch self {
    case .effect(let effect): effect.path
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

/// What one call of `withTaskCancellation` runs.
final class CancellablePart: Hashable, Sendable {
  private struct State {
    var isCancelled = false
    var cancel: (@Sendable () -> Void)?
  }

  /// That of the effect that it is a part of.
  let path: EffectPath?
  private let state = Locked(State())

  init(path: EffectPath?) {
    self.path = path
  }

  /// Starts the work. Whoever cancels it meanwhile, the work itself for example, waits for the task to
  /// be there.
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

/// The stores that run effects, for those who cancel by an id outside of any effect.
final class StoreCancellations: Sendable {
  private struct Entry: Sendable {
    weak let cancellations: Cancellations?
    let test: TestContext.Testing.Test.ID?
  }

  private static let stores = Locked<[ObjectIdentifier: Entry]>([:])

  /// Those of one store.
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

  /// Those of effects that run without a feature; where tests run, of those of the same test.
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
    Locked<[TestContext.Testing.Test.ID?: StoreCancellations]>([:])

  /// Cancels the work with an id of all stores; where tests run, of those of the same test.
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
