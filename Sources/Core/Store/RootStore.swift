import CCore
import IssueReporting

/// The part of a root store that knows the types of state and action.
@usableFromInline
final class RootStore<State, Action>: StoreRuntime, @unchecked Sendable {
  private var queue = ActionQueue<Action>()
  /// The dependencies of the place where the store was created.
  private let dependencies = DependencyValues._current

  @usableFromInline
  init(
    initialState: State, reducer: PreparedReducer<State, Action>, isolation: any Actor
  ) {
    let state = UnsafeMutablePointer<State>.allocate(capacity: 1)
    state.initialize(to: initialState)
    let reducer = reducer.providing(dependencies)
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

  override func settle(_ effect: AnyEffectNode?) -> StoreTask {
    StoreTask(group: settle(effect, group: nil))
  }

  /// Starts what an action left behind, processes the actions queued meanwhile, and tells observers.
  private func settle(_ effect: AnyEffectNode?, group: EffectGroup?) -> EffectGroup? {
    var group = group
    start(effect, &group)
    while let next = queue.popFirst() {
      var nextGroup: EffectGroup? = next.group
      let effect = withUnsafePointer(to: next.action) { process($0, cause: next.cause) }
      start(effect, &nextGroup)
      next.group.release()
    }
    frame.pointee.is_processing = false
    if frame.pointee.needs_settling || composable_is_replaced(frame) { didChange() }
    return group
  }

  private func start(_ effect: AnyEffectNode?, _ group: inout EffectGroup?) {
    guard let node = Effect<Action>(erased: effect).node else { return }
    let effectGroup = group ?? EffectGroup()
    group = effectGroup
    node.start(
      in: EffectContext(runtime: self, group: effectGroup) { [weak self] action, effect in
        self?.receive(action, from: effect, group: effectGroup)
      })
  }

  /// Processes an action that an effect sends, at once or after the current one.
  ///
  /// The effect may have dependencies of its own, which are those of the reducer that created it. The
  /// action goes through all reducers, so that these are not to be seen while it is processed.
  private func receive(_ action: Action, from effect: RunningEffect?, group: EffectGroup) {
    dependencies.provide { process(action, from: effect, group: group) }
  }

  private func process(_ action: Action, from effect: RunningEffect?, group: EffectGroup) {
    effect?.outputs += 1
    let cause = effect?.id ?? 0
    if frame.pointee.is_processing {
      enqueue(action, cause: cause, group: group)
    } else {
      let effect = withUnsafePointer(to: action) { process($0, cause: cause) }
      _ = settle(effect, group: group)
    }
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
    enqueue(action, cause: 0, group: group)
    return StoreTask(group: group)
  }

  /// Keeps an action for when the current one is processed; until then its group is not idle.
  private func enqueue(_ action: Action, cause: UInt64, group: EffectGroup) {
    group.hold()
    queue.append(.init(action: action, cause: cause, group: group))
    frame.pointee.needs_settling = true
  }
}
