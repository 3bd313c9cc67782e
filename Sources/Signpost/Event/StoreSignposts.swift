import CCore
import CLTTng
import ComposableCore

/// Records the events of stores: creation, release, requests for child stores, and notifications of
/// observers.
final class StoreSignposts: StoreInstrument {
  /// Records all stores of the process from now on.
  static func install() { _ = installed }

  /// The instrument, installed on first use.
  static let installed: StoreSignposts = {
    let signposts = StoreSignposts()
    // Before the instrument, which would record all chains otherwise.
    ChainSampling.install()
    StoreInstrumentation.install(signposts)
    composable_set_store_switches(
      composable_send_state(), composable_scope_state(), composable_observe_begin_state())
    SessionStart.listen()
    return signposts
  }()

  var generation: UInt64 {
    SessionStart.number
  }

  private var isEnabled: Bool {
    composable_store_created_enabled() || composable_store_released_enabled()
      || composable_has_listener()
  }

  func storeCreated(_ store: StoreIdentity) {
    if isEnabled { SignpostSink.current.storeCreated(store, .new) }
  }

  func storeIsAlive(_ store: StoreIdentity, age: Int64?) {
    if isEnabled { SignpostSink.current.storeCreated(store, .announced(age: age)) }
  }

  func storeReleased(_ store: StoreIdentity) {
    if store.parent == 0 { StoresOfSession.forget(store.id) }
    if isEnabled { SignpostSink.current.storeReleased(store) }
  }

  func instrumenting<State, Action>(
    _ base: PreparedReducer<State, Action>, prefix: String?
  ) -> PreparedReducer<State, Action> {
    base.signposted(
      prefix ?? nameOfFeature(State.self), budget: nil, payload: .none,
      states: .none, stateDiff: .properties)
  }

  func actionSent(_ action: SentAction) {
    let sink = SignpostSink.current
    if sink.recorder == nil, composable_leaves_out(nil, action.name) { return }
    sink.send(action)
  }

  func childRequested(_ child: UInt64, of store: UInt64, isCached: Bool) {
    SignpostSink.current.scope(store: store, child: child, isCached: isCached)
  }

  func observerWillRun(
    _ observer: ObserverIdentity, after cause: ObserverCause
  ) -> ObserverReport {
    let sink = SignpostSink.current
    guard sink.recordsObservers, let cause = Chains.recorded(cause) else { return .none }
    sink.observeBegin(observer, cause)
    return observer.budget != 0 || composable_observer_enabled() ? .timed : .untimed
  }

  func observerDidRun(_ observer: ObserverIdentity, after store: UInt64, taken: UInt64?) {
    let sink = SignpostSink.current
    sink.observeEnd(observer, store: store)
    guard let taken else { return }
    sink.observerLatency(observer, store: store, duration: taken)
    guard observer.budget != 0, taken > observer.budget else { return }
    sink.budgetExceeded(
      action: 0, prefix: CStringConstant.empty.pointer,
      name: CStringConstant("\(observer.fileID):\(observer.line)").pointer, budget: observer.budget,
      taken: taken)
  }

  var effectKind: EffectTrackerKind { SignpostListener.signpostKind }

  func tracker(ofEffectBegunBy origin: UnsafePointer<CChar>) -> any EffectTracker {
    SignpostEffectListener(
      sink: SignpostSink(recorder: nil), action: 0, prefix: CStringConstant.empty.pointer,
      name: origin)
  }
}
