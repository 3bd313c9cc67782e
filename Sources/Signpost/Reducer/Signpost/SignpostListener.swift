import CCore
import CLTTng
import ComposableCore

/// Emits the actions of a reducer as events.
struct SignpostListener: ActionListener {
  static let signpostKind = EffectTrackerKind("signpost")

  private let identity: WrapperIdentity
  /// The budget of the reducer in nanoseconds; 0 for none.
  private let budget: UInt64
  private let payload: ErasedPayload?
  private let differ: StateDiffer?
  private let states: StateRecorder?
  var kind: EffectTrackerKind { Self.signpostKind }

  init(
    _ identity: WrapperIdentity, budget: Duration?, payload: ErasedPayload?,
    differ: StateDiffer?, states: StateRecorder?
  ) {
    self.identity = identity
    self.budget = budget?.nanosecondsOfBudget ?? 0
    self.payload = payload
    self.differ = differ
    self.states = states
    StoreSignposts.install()
    composable_set_action_switch(composable_action_begin_state())
  }

  struct Interval {
    let id: UInt64
    /// The action that was open before.
    let outer: composable_reported_action
    let name: UnsafePointer<CChar>
    let sink: SignpostSink
    /// The time at which the reducer began, if it has a budget or its duration is recorded;
    /// otherwise 0.
    let began: UInt64
    /// The state before the action, if differences are recorded.
    var stateBefore: AnyObject?
  }

  @inline(__always)
  func begin(_ action: UnsafeRawPointer) -> Interval? {
    let frame = composable_get_frame()
    if let frame, composable_leaves_out_chain(frame.pointee.chain) { return nil }
    let sink = SignpostSink.current
    guard sink.isListening else { return nil }
    let name = identity.names(ofValueAt: action)
    if sink.recorder == nil, composable_leaves_out(identity.prefix.pointer, name) { return nil }
    if composable_get_chain_rule() != nil,
      frame?.pointee.chain ?? composable_chain_undecided == composable_chain_undecided,
      !Chains.wrapperRecords(in: frame, name: { name })
    {
      return nil
    }
    let id = composable_take_action_id(frame)
    let outer = composable_get_open_action()
    let reported = composable_reported_action(
      id: id, prefix: identity.prefix.pointer, name: name)
    // Before the begin, as the time between begin and end is the reducer's.
    let composed = payload.flatMap { compose($0, of: action, sink) }
    sink.actionBegin(
      action: id, cause: frame?.pointee.cause ?? 0, parent: outer.id,
      store: frame?.pointee.store ?? 0, prefix: identity.prefix.pointer, name: name)
    if let composed { record(composed, id, sink) }
    composable_did_report(frame, reported)
    composable_set_open_action(reported)
    return Interval(
      id: id, outer: outer, name: name, sink: sink,
      began: budget != 0 || composable_reduce_enabled() ? composable_now() : 0)
  }

  @inline(__always)
  func reduceUnrecorded(_ base: () -> AnyEffectNode?) -> AnyEffectNode? {
    guard composable_get_chain_rule() != nil, composable_get_frame() == nil else { return base() }
    return reduceLeftOut(base)
  }

  /// Runs the reducer of an action outside of a store, whose nested wrappers leave it out, too.
  @inline(never)
  private func reduceLeftOut(_ base: () -> AnyEffectNode?) -> AnyEffectNode? {
    let outer = composable_get_open_action()
    composable_set_open_action(Chains.leftOutAction)
    defer { composable_set_open_action(outer) }
    return base()
  }

  @inline(__always)
  func willReduce(_ state: UnsafeRawPointer, in interval: inout Interval) {
    if StateDiffer.isStateDiffObserved { interval.stateBefore = copy(state, interval.sink) }
    if let states { states.willReduce(state, interval.id, interval.sink) }
  }

  @inline(never)
  private func copy(_ state: UnsafeRawPointer, _ sink: SignpostSink) -> AnyObject? {
    sink.recordsStateDiffs ? differ?.copy(state) : nil
  }

  @inline(__always)
  func didReduce(_ state: UnsafeRawPointer, in interval: Interval) {
    if let before = interval.stateBefore { report(before, state, interval) }
    if let states { states.didReduce(state, interval.id, interval.sink) }
  }

  @inline(never)
  private func report(_ before: AnyObject, _ state: UnsafeRawPointer, _ interval: Interval) {
    guard let text = differ?.text(from: before, to: state) else { return }
    interval.sink.stateDiff(action: interval.id, text: text)
  }

  @inline(__always)
  func end(_ interval: Interval, change: StateChange, effect: EffectKind) {
    let taken = interval.began == 0 ? 0 : composable_now() - interval.began
    composable_set_open_action(interval.outer)
    interval.sink.actionEnd(action: interval.id, stateChanged: change, effect: effect)
    if interval.began != 0 { report(taken, of: interval) }
  }

  private enum ComposedPayload {
    case text(String)
    case data(RecordedData)
  }

  /// Separate, to keep the path without a payload short.
  @inline(never)
  private func compose(
    _ payload: ErasedPayload, of action: UnsafeRawPointer, _ sink: SignpostSink
  ) -> ComposedPayload? {
    switch payload {
    case .text(let text): sink.recordsPayloads ? text(action).map(ComposedPayload.text) : nil
    case .data(let data): sink.recordsData ? .data(data(action)) : nil
    }
  }

  @inline(never)
  private func record(_ payload: ComposedPayload, _ id: UInt64, _ sink: SignpostSink) {
    switch payload {
    case .text(let text): sink.actionPayload(action: id, payload: text)
    case .data(let data): sink.actionData(action: id, data)
    }
  }

  @inline(never)
  private func report(_ taken: UInt64, of interval: Interval) {
    interval.sink.reduceLatency(
      action: interval.id, prefix: identity.prefix.pointer, name: interval.name, duration: taken)
    guard budget != 0, taken > budget else { return }
    interval.sink.budgetExceeded(
      action: interval.id, prefix: identity.prefix.pointer, name: interval.name, budget: budget,
      taken: taken)
  }

  func tracker(of interval: Interval) -> EffectListener {
    SignpostEffectListener(
      sink: interval.sink, action: interval.id, prefix: identity.prefix.pointer,
      name: interval.name)
  }
}

extension PreparedReducer {
  /// The same reducer, with a wrapper that emits events.
  func signposted(
    _ prefix: String, budget: Duration?, payload: SignpostPayload<Action>, states: SignpostStates,
    stateDiff: SignpostStateDiff
  ) -> Self {
    let site = WrapperSite(
      prefix: prefix, budget: budget, payload: payload, states: states, stateDiff: stateDiff,
      State.self)
    return Self(wrapping: self, site.wrap(erased))
  }
}

extension WrapperSite<SignpostListener> {
  /// The site of a wrapper that emits events.
  convenience init<State, Action>(
    prefix: String, budget: Duration?, payload: SignpostPayload<Action>,
    states: SignpostStates, stateDiff: SignpostStateDiff, _: State.Type
  ) {
    self.init(prefix: prefix, of: (State.self, Action.self)) {
      SignpostListener(
        $0, budget: budget, payload: payload.erased, differ: StateDiffer(stateDiff, of: State.self),
        states: payload.isReplayable ? StateRecorder(states, of: State.self) : nil)
    }
  }
}
