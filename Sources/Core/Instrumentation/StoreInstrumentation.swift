public import CCore
import Synchronization

/// Reports the events outside of reducers to the installed instrument.
@usableFromInline
package enum StoreInstrumentation {
  private final class Installed: Sendable {
    let instrument: any StoreInstrument

    init(_ instrument: any StoreInstrument) {
      self.instrument = instrument
    }
  }

  // Never freed, so that threads can call it without a lock or a reference count.
  private static let installed = Atomic<Unmanaged<Installed>?>(nil)

  /// The instrument of all stores, if there is one.
  private static var instrument: (any StoreInstrument)? {
    @inline(__always)
    get { installed.load(ordering: .acquiring)?._withUnsafeGuaranteedRef { $0.instrument } }
  }

  private static let instrumentsAllStores = Atomic(false)
  private static let loadInstrumentation: Void = composable_load_instrumentation()

  /// Installs `instrument` for all stores of the process from now on.
  package static func install(_ instrument: any StoreInstrument) {
    installed.store(.passRetained(Installed(instrument)), ordering: .releasing)
  }

  /// Instruments the reducers of all root stores that are created from now on.
  package static func instrumentAllStores() {
    instrumentsAllStores.store(true, ordering: .releasing)
  }

  /// Whether the reducers of new root stores are instrumented, or observed by an explored run.
  static var isForAllStores: Bool { isTracingAllStores || ExploredRun.current != nil }

  private static var isTracingAllStores: Bool {
    loadInstrumentation
    return instrumentsAllStores.load(ordering: .acquiring)
  }

  /// A new root store's reducer, instrumented if all stores are.
  static func instrumentingAllStores<State, Action>(
    _ reducer: PreparedReducer<State, Action>
  ) -> PreparedReducer<State, Action> {
    let reducer = ExploredRun.current?.observing(reducer) ?? reducer
    guard !reducer.isInstrumented, isTracingAllStores, let instrument else { return reducer }
    return instrument.instrumenting(reducer, prefix: nil)
  }

  /// Instruments the tree that a store is part of from the next action on, unless it is already.
  static func instrument(
    _ store: StoreIdentity, in runtime: StoreRuntime, with instrument: any StoreInstrument,
    prefix: String?
  ) {
    runtime.instrument(with: instrument, prefix: prefix)
    // The store may have been created before the instrument was installed.
    guard !KnownStores.contains(store) else { return }
    KnownStores.insert(store, in: runtime, generation: instrument.generation, isNew: false)
    instrument.storeIsAlive(store, age: nil)
  }

  /// Reports that an action is sent to a store.
  ///
  /// - Parameter requested: The time at which its sender asked for it, 0 if unknown.
  /// - Returns: The id under which the action was reported, 0 if there is no instrument.
  static func sent(
    to store: UInt64, cause: UInt64, requested: UInt64, depth: Int, isReentrant: Bool,
    name: UnsafePointer<CChar>
  ) -> UInt64 {
    guard let instrument else { return 0 }
    let id = composable_make_id()
    instrument.actionSent(
      SentAction(
        id: id, cause: cause, store: store, depth: depth, isReentrant: isReentrant, name: name,
        waited: requested == 0 ? 0 : composable_now() - requested))
    return id
  }

  @usableFromInline
  static func storeCreated(_ store: StoreIdentity, in runtime: StoreRuntime) {
    guard let instrument else { return }
    // First, so that a concurrent state dump reports it twice rather than not at all.
    KnownStores.insert(store, in: runtime, generation: instrument.generation, isNew: true)
    instrument.storeCreated(store)
  }

  @usableFromInline
  static func storeReleased(_ store: StoreIdentity) {
    guard let instrument else { return }
    KnownStores.remove(store)
    instrument.storeReleased(store)
  }

  /// Reports all stores and running effects that the instrument's latest attachment has missed.
  package static func dumpState() {
    guard let instrument else { return }
    KnownStores.dump(to: instrument)
  }

  /// Reports a request for a child store. A single branch while scopes are not instrumented; the
  /// arguments are not evaluated then.
  @inlinable
  @inline(__always)
  static func childRequested(
    _ child: @autoclosure () -> UInt64, of store: @autoclosure () -> UInt64, isCached: Bool
  ) {
    if composable_instruments_scopes() { reportChild(child(), of: store(), isCached: isCached) }
  }

  @usableFromInline
  static func reportChild(_ child: UInt64, of store: UInt64, isCached: Bool) {
    instrument?.childRequested(child, of: store, isCached: isCached)
  }

  /// Runs an observer that reacts to a change.
  ///
  /// - Parameter reaction: `nil` if it was notified while observers were not instrumented.
  @MainActor
  static func react(
    _ observer: ObserverIdentity, _ reaction: PendingReaction?, _ apply: @MainActor () -> Void
  ) {
    let cause = reaction?.end()
    guard composable_instruments_observers(), let instrument else { return apply() }
    let report = instrument.observerWillRun(observer, after: cause ?? ObserverCause())
    let store = cause?.store ?? 0
    guard report != .none else { return apply() }
    let began = report == .timed ? composable_now() : nil
    apply()
    let taken = began.map { composable_now() - $0 }
    instrument.observerDidRun(observer, after: store, taken: taken)
  }

  /// Runs `notify`, which notifies observers, with the changed store as context for them.
  @inline(__always)
  static func attributing(
    to frame: UnsafeMutablePointer<composable_frame>, _ notify: () -> Void
  ) {
    guard composable_instruments_observers() else { return notify() }
    let outer = composable_get_change()
    withUnsafePointer(to: ObservedChange(store: frame.pointee.store)) {
      composable_set_change($0)
      notify()
    }
    composable_set_change(outer)
  }
}
