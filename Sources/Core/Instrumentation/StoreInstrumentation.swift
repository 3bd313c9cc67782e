public import CCore
import Synchronization

/// What a store is called in traces, and where it comes from.
@usableFromInline
package struct StoreIdentity: Sendable {
  /// The id of the store, unique within the process.
  @usableFromInline package let id: UInt64
  /// The id of the store it was scoped from, 0 for a root store.
  package let parent: UInt64
  /// The type of its state.
  package let feature: Any.Type
  /// The file that created it.
  package let fileID: StaticString
  /// The line in that file.
  package let line: UInt

  @usableFromInline
  init(id: UInt64, parent: UInt64, feature: Any.Type, fileID: StaticString, line: UInt) {
    self.id = id
    self.parent = parent
    self.feature = feature
    self.fileID = fileID
    self.line = line
  }
}

/// An action on its way to a store.
package struct SentAction {
  /// The id of the action interval that it leads to.
  package let id: UInt64
  /// The id of the effect that sends it, 0 if none does.
  package let cause: UInt64
  /// The store it is sent to.
  package let store: UInt64
  /// How many actions come before it.
  package let depth: Int
  /// Whether the program sends it while the store processes an action.
  package let isReentrant: Bool
  /// Its name, which is never freed.
  package let name: UnsafePointer<CChar>
}

/// Where an observer was made.
package struct ObserverIdentity: Sendable {
  /// The file that made it.
  package let fileID: StaticString
  /// The line in that file.
  package let line: UInt
  /// The nanoseconds that a reaction may take, 0 if that does not matter.
  package let budget: UInt64
}

/// Somebody who wants to know what happens to stores, besides what their reducers do.
package protocol StoreInstrument: AnyObject, Sendable {
  /// The number of the latest session that hears what the instrument is told now.
  var session: UInt64 { get }
  /// A root store, or a store scoped from another, was created, or is alive when a session starts.
  func storeCreated(_ store: StoreIdentity)
  /// A store is gone.
  func storeReleased(_ store: StoreIdentity)
  /// A reducer whose actions and effects are traced.
  ///
  /// - Parameter prefix: Tells its events from those of others; the name of the feature if `nil`.
  func tracing<State, Action>(
    _ base: PreparedReducer<State, Action>, prefix: String?
  ) -> PreparedReducer<State, Action>
  /// A store is sent an action. Called while somebody listens.
  func actionSent(_ action: SentAction)
  /// A store was asked for a child, which was found, or has just been made. Called while somebody
  /// listens to it.
  func childRequested(_ child: UInt64, of store: UInt64, isCached: Bool)
  /// An observer is about to react to a change of a root store, 0 where that is not known.
  ///
  /// - Returns: Whether it wants to know of the end.
  func observerWillRun(_ observer: ObserverIdentity, after store: UInt64) -> Bool
  /// An observer has reacted.
  ///
  /// - Parameter taken: How many nanoseconds that took, if it has a budget.
  func observerDidRun(_ observer: ObserverIdentity, after store: UInt64, taken: UInt64?)
  /// What the trackers of effects have in common that are of this instrument.
  var effectKind: EffectTrackerKind { get }
  /// Tracks an effect that has begun while nobody listened.
  ///
  /// - Parameter origin: The name of the root store's action that started it.
  func tracker(ofEffectBegunBy origin: UnsafePointer<CChar>) -> any EffectTracker
}

/// Where Core reports what happens outside of reducers.
@usableFromInline
package enum StoreInstrumentation {
  private final class Installed: Sendable {
    let instrument: any StoreInstrument

    init(_ instrument: any StoreInstrument) {
      self.instrument = instrument
    }
  }

  // Never freed, so that threads need neither a lock nor a count to ask it something.
  private static let installed = Atomic<Unmanaged<Installed>?>(nil)

  /// What is told of all stores; `nil` if nobody is.
  private static var instrument: (any StoreInstrument)? {
    @inline(__always)
    get { installed.load(ordering: .acquiring)?._withUnsafeGuaranteedRef { $0.instrument } }
  }

  private static let tracesAllStores = Atomic(false)
  private static let askEnvironment: Void = composable_trace_stores_if_asked()

  /// Makes `instrument` the one that is told of all stores of the process from now on.
  package static func install(_ instrument: any StoreInstrument) {
    installed.store(.passRetained(Installed(instrument)), ordering: .releasing)
  }

  /// Has all root stores that are created from now on be traced.
  package static func traceAllStores() {
    tracesAllStores.store(true, ordering: .releasing)
  }

  /// A root store's reducer, which is traced if those of all stores are.
  static func tracingAllStores<State, Action>(
    _ reducer: PreparedReducer<State, Action>
  ) -> PreparedReducer<State, Action> {
    askEnvironment
    guard !reducer.isWrapped, tracesAllStores.load(ordering: .acquiring),
      let instrument
    else { return reducer }
    return instrument.tracing(reducer, prefix: nil)
  }

  /// Tells who listens that a store is sent an action.
  ///
  /// - Returns: The id it is announced with, 0 if nobody can hear of it.
  static func sent(
    to store: UInt64, cause: UInt64, depth: Int, isReentrant: Bool, name: UnsafePointer<CChar>
  ) -> UInt64 {
    guard let instrument else { return 0 }
    let id = composable_make_id()
    instrument.actionSent(
      SentAction(
        id: id, cause: cause, store: store, depth: depth, isReentrant: isReentrant, name: name))
    return id
  }

  @usableFromInline
  static func storeCreated(_ store: StoreIdentity, in runtime: StoreRuntime) {
    guard let instrument else { return }
    // First, so that a session which starts in between rather hears of it twice than not at all.
    LiveStores.insert(store, in: runtime, heardBy: instrument.session)
    instrument.storeCreated(store)
  }

  /// A store was met that may have been created before anybody listened.
  static func storeFound(_ store: StoreIdentity, in runtime: StoreRuntime) {
    if !LiveStores.contains(store) { storeCreated(store, in: runtime) }
  }

  @usableFromInline
  static func storeReleased(_ store: StoreIdentity) {
    guard let instrument else { return }
    LiveStores.remove(store)
    instrument.storeReleased(store)
  }

  /// Tells the instrument of all stores that are alive and all effects that run, for a session that
  /// has just started.
  package static func announce() {
    guard let instrument else { return }
    LiveStores.announce(to: instrument)
  }

  /// A store was asked for a child. One branch while nobody listens: nothing else is evaluated then.
  @inlinable
  @inline(__always)
  static func childRequested(
    _ child: @autoclosure () -> UInt64, of store: @autoclosure () -> UInt64, isCached: Bool
  ) {
    if composable_hears_scopes() { reportChild(child(), of: store(), isCached: isCached) }
  }

  @usableFromInline
  static func reportChild(_ child: UInt64, of store: UInt64, isCached: Bool) {
    instrument?.childRequested(child, of: store, isCached: isCached)
  }

  /// Runs an observer that reacts to a change of a root store.
  @MainActor
  static func react(
    _ observer: ObserverIdentity, after store: UInt64, _ apply: @MainActor () -> Void
  ) {
    guard composable_hears_observers(), let instrument,
      instrument.observerWillRun(observer, after: store)
    else { return apply() }
    let began = observer.budget == 0 ? nil : composable_now()
    apply()
    let taken = began.map { composable_now() - $0 }
    instrument.observerDidRun(observer, after: store, taken: taken)
  }

  /// Has observers know which store has changed, while `tell` tells them that one has.
  @inline(__always)
  static func attributing(
    to frame: UnsafeMutablePointer<composable_frame>, _ tell: () -> Void
  ) {
    guard composable_hears_observers() else { return tell() }
    let outer = composable_get_changed_store()
    composable_set_changed_store(frame.pointee.store)
    tell()
    composable_set_changed_store(outer)
  }
}
