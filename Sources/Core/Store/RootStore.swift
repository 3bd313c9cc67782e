public import CCore
import IssueReporting

/// The engine: owns the state, runs the reducer, starts the effects.
///
/// How an action travels, and why it is fast:
///
/// 1. ``Store/send(_:)`` calls a closure made where the concrete types were known. For a root store
///    that closure is ``send(_:)`` below, specialised; for a store scoped from it, the closure first
///    wraps the action in the parent's case. Nothing is looked up.
/// 2. The state lives at a fixed address. The reducer changes it there; it is never copied, so a
///    collection in it is never copied either.
/// 3. The reducer is a function prepared when the store was created (``PreparedReducer``): its body
///    is not evaluated again, and no key path is built.
/// 4. An effect is `nil` when there is none. Only if there is one, if actions were queued meanwhile,
///    or if somebody observes the state, does the store take the long way (``settle(_:group:)``).
@usableFromInline
final class RootStore<State, Action>: StoreRuntime, @unchecked Sendable {
  @usableFromInline let state: UnsafeMutablePointer<State>
  @usableFromInline let reducer: PreparedReducer<State, Action>
  @usableFromInline var queue = ActionQueue<Action>()

  @inlinable
  init(
    initialState: State, reducer: PreparedReducer<State, Action>, isolation: any Actor
  ) {
    state = .allocate(capacity: 1)
    state.initialize(to: initialState)
    self.reducer = reducer
    super.init(isolation: isolation)
  }

  deinit {
    state.deinitialize(count: 1)
    state.deallocate()
  }

  /// Processes an action that comes from outside.
  @inlinable
  func send(_ address: UnsafeRawPointer) -> StoreTask {
    let action = address.assumingMemoryBound(to: Action.self)
    guard !frame.pointee.is_processing else { return enqueueReentrant(action.pointee) }
    let effect = process(action, cause: 0)
    if effect.isNone, !frame.pointee.needs_settling {
      frame.pointee.is_processing = false
      return StoreTask(group: nil)
    }
    return settle(effect)
  }

  @usableFromInline
  func settle(_ effect: Effect<Action>) -> StoreTask {
    StoreTask(group: settle(effect, group: nil))
  }

  /// Runs the reducer. The store stays closed to other actions until ``settle(_:group:)`` is through
  /// or the caller reopens it.
  @inlinable
  @inline(__always)
  func process(_ action: UnsafePointer<Action>, cause: UInt64) -> Effect<Action> {
    frame.pointee.is_processing = true
    frame.pointee.cause = cause
    let outer = composable_get_frame()
    composable_set_frame(frame)
    let effect = reducer.run(state, action)
    composable_set_frame(outer)
    return effect
  }

  /// Starts what an action left behind, processes the actions queued meanwhile, and tells observers.
  func settle(_ effect: Effect<Action>, group: EffectGroup?) -> EffectGroup? {
    var group = group
    start(effect, &group)
    while let next = queue.popFirst() {
      var nextGroup: EffectGroup? = next.group
      let effect = withUnsafePointer(to: next.action) { process($0, cause: next.cause) }
      start(effect, &nextGroup)
      next.group.release()
    }
    frame.pointee.is_processing = false
    if frame.pointee.needs_settling { didChange() }
    return group
  }

  private func start(_ effect: Effect<Action>, _ group: inout EffectGroup?) {
    guard let node = effect.node else { return }
    let effectGroup = group ?? EffectGroup()
    group = effectGroup
    node.start(
      in: EffectContext(runtime: self, group: effectGroup) { [weak self] action, effect in
        self?.receive(action, from: effect, group: effectGroup)
      })
  }

  /// Processes an action that an effect sends, at once or after the current one.
  private func receive(_ action: Action, from effect: RunningEffect?, group: EffectGroup) {
    effect?.outputs += 1
    let cause = effect?.id ?? 0
    if frame.pointee.is_processing {
      enqueue(action, cause: cause, group: group)
    } else {
      let effect = withUnsafePointer(to: action) { process($0, cause: cause) }
      _ = settle(effect, group: group)
    }
  }

  @usableFromInline
  func enqueueReentrant(_ action: Action) -> StoreTask {
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
