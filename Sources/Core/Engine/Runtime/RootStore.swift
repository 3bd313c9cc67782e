import CCore
import IssueReporting

/// The part of a root store that knows the types of state and action.
@usableFromInline
final class RootStore<State, Action>: StoreRuntime, @unchecked Sendable {
  private var queue = ActionQueue<Action>()
  /// The dependencies of the place where the store was created.
  private let dependencies = DependencyValues._current
  /// Names the actions, if there are wrappers, which somebody may listen to later.
  private var names: ActionName?
  /// Whether every action passes a wrapper.
  private var isTraced: Bool

  @usableFromInline
  init(
    initialState: State, reducer: PreparedReducer<State, Action>, isolation: any Actor
  ) {
    let state = UnsafeMutablePointer<State>.allocate(capacity: 1)
    state.initialize(to: initialState)
    let tracedReducer = StoreInstrumentation.tracingAllStores(reducer)
    isTraced = tracedReducer.isWrapped
    let reducer = tracedReducer.providing(dependencies)
    names = reducer.quietLogic == nil ? nil : ActionName(of: Action.self)
    super.init(
      state: state, reducer: reducer.logic, quietReducer: reducer.quietLogic, isolation: isolation)
  }

  @usableFromInline
  var statePointer: UnsafeMutablePointer<State> {
    state.assumingMemoryBound(to: State.self)
  }

  deinit {
    statePointer.deinitialize(count: 1)
    statePointer.deallocate()
  }

  override func name(ofActionAt action: UnsafeRawPointer) -> UnsafePointer<CChar>? {
    names?(ofValueAt: action)
  }

  override func trace(with instrument: any StoreInstrument, prefix: String?) {
    guard !isTraced else { return }
    isTraced = true
    names = ActionName(of: Action.self)
    replaceReducer { reducer in
      let base = PreparedReducer<State, Action>(ReducerLogic(reducer))
      return instrument.tracing(base, prefix: prefix).erased
    }
  }

  override func settle(_ effect: AnyEffectNode?, of action: UnsafeRawPointer) -> StoreTask {
    StoreTask(group: settle(effect, of: action, group: nil))
  }

  /// Starts what an action left behind, processes the actions queued meanwhile, and tells observers.
  private func settle(
    _ effect: AnyEffectNode?, of action: UnsafeRawPointer, group: EffectGroup?
  ) -> EffectGroup? {
    var group = group
    start(effect, of: action, &group)
    while let next = queue.popFirst() {
      var nextGroup: EffectGroup? = next.group
      withUnsafePointer(to: next.action) { action in
        let node = process(action, from: next.effect, announcedAs: next.announcedAction)
        start(node, of: action, &nextGroup)
      }
      next.group.release()
    }
    frame.pointee.is_processing = false
    if frame.pointee.needs_settling || composable_is_replaced(frame) { didChange() }
    return group
  }

  private func start(
    _ effect: AnyEffectNode?, of action: UnsafeRawPointer, _ group: inout EffectGroup?
  ) {
    guard let node = Effect<Action>(erased: effect).node else { return }
    let effectGroup = group ?? EffectGroup()
    group = effectGroup
    node.start(
      in: EffectContext(runtime: self, group: effectGroup, origin: origin(action)) {
        [weak self] action, effect in
        self?.receive(action, from: effect, group: effectGroup)
      })
  }

  /// The name of the action at an address, where nobody who listens will know it.
  private func origin(_ action: UnsafeRawPointer) -> UnsafePointer<CChar>? {
    guard let names, !composable_is_listening() else { return nil }
    return names(ofValueAt: action)
  }

  /// Processes an action that an effect sends, at once or after the current one.
  ///
  /// The effect may have dependencies of its own, which are those of the reducer that created it. The
  /// action goes through all reducers, so that these are not to be seen while it is processed.
  private func receive(_ action: Action, from effect: RunningEffect?, group: EffectGroup) {
    dependencies.provide {
      effect?.outputs += 1
      if frame.pointee.is_processing {
        enqueue(action, from: effect, group: group)
      } else {
        withUnsafePointer(to: action) { action in
          _ = settle(process(action, from: effect), of: action, group: group)
        }
      }
    }
  }

  /// Runs the reducer for an action that an effect has sent, if one has.
  private func process(
    _ action: UnsafePointer<Action>, from effect: RunningEffect?,
    announcedAs announcedAction: UInt64? = nil
  ) -> AnyEffectNode? {
    if let effect, effect.id != 0 {
      frame.pointee.effect = Unmanaged.passUnretained(effect).toOpaque()
    }
    // Actions from elsewhere need not say that no effect has sent them.
    defer { frame.pointee.effect = nil }
    return process(
      UnsafeRawPointer(action), cause: effect?.recordedID ?? 0, announcedAs: announcedAction)
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
    enqueue(action, from: nil, group: group, isReentrant: true)
    return StoreTask(group: group)
  }

  /// Keeps an action for when the current one is processed; until then its group is not idle.
  private func enqueue(
    _ action: Action, from effect: RunningEffect?, group: EffectGroup, isReentrant: Bool = false
  ) {
    let announcedAction = withUnsafePointer(to: action) {
      announce(
        $0, cause: effect?.recordedID ?? 0, depth: queue.count + 1, isReentrant: isReentrant)
    }
    group.hold()
    queue.append(
      .init(action: action, effect: effect, group: group, announcedAction: announcedAction))
    frame.pointee.needs_settling = true
  }
}
