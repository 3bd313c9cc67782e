import CCore
import IssueReporting

/// The part of a root store that depends on the types of state and action.
@usableFromInline
final class RootStore<State, Action>: StoreRuntime, @unchecked Sendable {
  /// Created with the first action that has to wait.
  private var queue: ActionQueue<Action>?
  /// Created with the first effect.
  private var knownOutlet: EffectOutlet<Action>?
  /// The dependencies of the place where the store was created.
  private let dependencies: DependencyValues

  @usableFromInline
  init(
    initialState: State, reducer: PreparedReducer<State, Action>, isolation: any Actor
  ) {
    let alignment = max(MemoryLayout<State>.alignment, MemoryLayout<composable_frame>.alignment)
    let stateOffset = (MemoryLayout<composable_frame>.size + alignment - 1) & ~(alignment - 1)
    let memory = UnsafeMutableRawPointer.allocate(
      byteCount: stateOffset + MemoryLayout<State>.size, alignment: alignment)
    let state = (memory + stateOffset).bindMemory(to: State.self, capacity: 1)
    state.initialize(to: initialState)
    // They are different from those in other stores with a copy of the same initial state then.
    ObservableRoot.of(State.self)?.separate(state)
    let dependencies = DependencyValues.current
    let isComplete =
      !dependencies.hasOverrides && !StoreInstrumentation.isForAllStores
      && !dependencies.isStateReadableInReducers
    self.dependencies = dependencies
    super.init(
      memory: memory, stateOffset: stateOffset,
      reducer: isComplete
        ? RunnableReducer(reducer) : Self.runnable(reducer, providing: dependencies),
      isolation: isolation)
    if !isComplete { ExploredRun.current?.didCreate(self) }
  }

  /// The reducer with its dependencies, instrumented if all stores are. Apart, as it looks up the
  /// metadata of generic types, which costs as much as all else that a store needs.
  @inline(never)
  private static func runnable(
    _ reducer: PreparedReducer<State, Action>, providing dependencies: DependencyValues
  ) -> RunnableReducer {
    let isReadable = dependencies.isStateReadableInReducers
    let reducer = isReadable ? reducer.keepingStateReadable : reducer
    return RunnableReducer(
      StoreInstrumentation.instrumentingAllStores(reducer).providing(dependencies))
  }

  @usableFromInline
  var statePointer: UnsafeMutablePointer<State> {
    state.assumingMemoryBound(to: State.self)
  }

  deinit {
    statePointer.deinitialize(count: 1)
  }

  override var stateType: Any.Type { State.self }

  override func instrument(with instrument: any StoreInstrument, prefix: String?) {
    InstrumentedReducer.add(
      instrument, prefix: prefix, to: &instrumentation, of: reducer, (State.self, Action.self))
  }

  override func completeSend(of action: UnsafeRawPointer, _ effect: AnyEffectNode?) -> StoreTask {
    StoreTask(group: settle(effect, of: action, in: nil))
  }

  /// Starts the effect that an action has returned, processes the actions queued meanwhile, and
  /// notifies observers.
  ///
  /// - Parameter group: The effects of the send that led to the action, if it has any yet.
  /// - Returns: The same, with the effects started now.
  private func settle(
    _ effect: AnyEffectNode?, of action: UnsafeRawPointer, in group: EffectGroup?
  ) -> EffectGroup? {
    var group = group
    frame.pointee.phase = composable_is_at_rest
    if effect != nil { start(effect, of: action, &group) }
    if frame.pointee.has_waiting_actions { processQueue() }
    frame.pointee.phase = composable_is_idle
    frame.pointee.has_waiting_actions = false
    if frame.pointee.needs_settling || composable_is_replaced(frame) { didChange() }
    return group
  }

  /// Processes the queued actions. Apart, as the metadata of their types is looked up on entry.
  @inline(never)
  private func processQueue() {
    while frame.pointee.has_waiting_actions, let next = queue?.popFirst() {
      var nextGroup: EffectGroup? = next.group
      withUnsafePointer(to: next.action) { action in
        let effect = reduceOutput(
          of: next.effect, action, emittedAs: next.emittedID, in: next.chain)
        frame.pointee.phase = composable_is_at_rest
        start(effect, of: action, &nextGroup)
      }
      next.group.release()
    }
  }

  @inline(never)
  private func start(
    _ effect: AnyEffectNode?, of action: UnsafeRawPointer, _ group: inout EffectGroup?
  ) {
    guard let node = Effect<Action>(erased: effect).node else { return }
    guard comesNext(node) else { return start(node, of: action, &group) }
    // A loop, as an action may send another without end.
    var next: EffectNode<Action>? = node
    while let node = next { next = process(node, &group) }
  }

  /// Whether an effect is an action that no other is before. It need not enter the queue then, and
  /// nothing has to be known of its group.
  private func comesNext(_ node: EffectNode<Action>) -> Bool {
    !frame.pointee.has_waiting_actions && node.isAction
  }

  /// Processes an effect that is an action.
  ///
  /// - Returns: The effect that it has left behind, if that comes next.
  private func process(
    _ node: EffectNode<Action>, _ group: inout EffectGroup?
  ) -> EffectNode<Action>? {
    var next: EffectNode<Action>?
    node.withAction { action in
      // A function that maps the action may have sent others, which are before it then.
      guard !frame.pointee.has_waiting_actions else {
        let effectGroup = group ?? EffectGroup()
        group = effectGroup
        return enqueue(
          action.pointee, from: nil, group: effectGroup, in: frame.pointee.chain)
      }
      let id = emitSend(of: action, cause: 0, depth: 1)
      let effect = reduceOutput(of: nil, action, emittedAs: id, in: frame.pointee.chain)
      frame.pointee.phase = composable_is_at_rest
      guard let node = Effect<Action>(erased: effect).node else { return }
      if comesNext(node) { next = node } else { start(node, of: action, &group) }
    }
    return next
  }

  private func start(
    _ node: EffectNode<Action>, of action: UnsafeRawPointer, _ group: inout EffectGroup?
  ) {
    let effectGroup = group ?? EffectGroup()
    group = effectGroup
    ExploredRun.current?.willUse(self)
    let settings = EffectSettings(
      group: effectGroup, walk: effects.makeWalk(), origin: origin(action), chain: chain)
    EffectContext(runtime: self, settings: settings, outlet: outlet).start(node)
  }

  /// Where all effects send their actions. It does not keep the store.
  private var outlet: EffectOutlet<Action> {
    if let knownOutlet { return knownOutlet }
    let outlet: EffectOutlet<Action> = { [weak self] action, effect, group, chain in
      self?.receive(
        action, from: effect, group: group, in: effect?.chainOfOutputs ?? chain)
    }
    knownOutlet = outlet
    return outlet
  }

  /// The chain of the current action, undecided while actions are not instrumented.
  private var chain: UInt8 {
    composable_instruments_actions() ? frame.pointee.chain : composable_chain_undecided
  }

  /// The name of the action in memory, for effects that may be tracked later; `nil` if they are
  /// tracked already, or never will be.
  private func origin(_ action: UnsafeRawPointer) -> UnsafePointer<CChar>? {
    composable_instruments_actions() ? nil : name(ofActionAt: action)
  }

  /// Processes an action that an effect sends, at once or after the current one.
  ///
  /// The effect may have the dependencies of the reducer that created it. The action passes through
  /// all reducers, so these dependencies must not be current while it is processed.
  private func receive(
    _ action: Action, from effect: RunningEffect?, group: EffectGroup, in chain: UInt8
  ) {
    dependencies.provide {
      effect?.outputs += 1
      if frame.pointee.phase != composable_is_idle {
        enqueue(action, from: effect, group: group, in: chain)
      } else {
        withUnsafePointer(to: action) { action in
          let next = reduceOutput(of: effect, action, in: chain)
          _ = settle(next, of: action, in: group)
        }
      }
    }
  }

  /// Runs the reducer for an action that an effect has sent, if any.
  private func reduceOutput(
    of effect: RunningEffect?, _ action: UnsafePointer<Action>, emittedAs id: UInt64? = nil,
    in chain: UInt8
  ) -> AnyEffectNode? {
    if let effect, effect.id != 0 {
      frame.pointee.effect = Unmanaged.passUnretained(effect).toOpaque()
    }
    // Sends from outside of effects need not reset it.
    defer { frame.pointee.effect = nil }
    return reduce(
      UnsafeRawPointer(action), cause: effect?.recordedID ?? 0, emittedAs: id, in: chain)
  }

  override func enqueueReentrant(_ address: UnsafeRawPointer) -> StoreTask {
    let action = address.assumingMemoryBound(to: Action.self).pointee
    reportIssue(
      """
      An action was sent to a store that is processing another one.

        Action: \(ActionName.text(of: action))

      It is processed after the current action. Inside of a reducer, call a method that both \
      actions share, or return 'Effect.send'; never call 'store.send' from a reducer.
      """)
    let group = EffectGroup()
    // It comes from code that the current action calls.
    enqueue(action, from: nil, group: group, in: frame.pointee.chain, isReentrant: true)
    return StoreTask(group: group)
  }

  /// Enqueues an action until the current one is processed; until then its group stays busy.
  private func enqueue(
    _ action: Action, from effect: RunningEffect?, group: EffectGroup, in chain: UInt8,
    isReentrant: Bool = false
  ) {
    let queue = queue ?? ActionQueue()
    self.queue = queue
    let emittedID = withUnsafePointer(to: action) {
      emitSend(
        of: $0, cause: effect?.recordedID ?? 0, depth: queue.count + 1, isReentrant: isReentrant,
        in: chain)
    }
    group.hold()
    queue.append(
      .init(action: action, effect: effect, group: group, emittedID: emittedID, chain: chain))
    frame.pointee.has_waiting_actions = true
    frame.pointee.needs_settling = true
  }
}
