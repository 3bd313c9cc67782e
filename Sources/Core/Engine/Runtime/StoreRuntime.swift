public import CCore
import CompanionSupport

/// The engine of a root store, without the types of state and action: `Documentation/Engine.md`
/// describes the path of an action through it.
///
/// Unchecked: effects hold references to it in any isolation, but use it only in `isolation`.
@usableFromInline
class StoreRuntime: @unchecked Sendable {
  /// In memory of its own rather than in fields: it is read and written for every action, and such
  /// memory is not subject to run-time checks of exclusive access.
  @usableFromInline
  let frame: UnsafeMutablePointer<composable_frame>

  /// The address of the state, which does not change while the store exists.
  let state: UnsafeMutableRawPointer
  /// The reducer without instrumentation. Constant: calling it touches no reference count then.
  let reducer: ErasedReducer
  let isolation: any Actor
  /// Whether the work of effects starts outside of ``isolation``, so that each action that it sends
  /// is a turn of its own, and work takes as many turns from its start to its first action as other
  /// work from one action to the next. Tests need it for a deterministic order of received actions.
  final var startsWorkOffIsolation = false
  /// Whether effects begin, can be cancelled, and do no work: see ``HeldStore``.
  final var holdsWork = false
  // All are created when they are needed, as many stores need none. Touched in the isolation of the
  // store only.
  @exclusivity(unchecked) final var instrumentation: InstrumentedReducer?
  @exclusivity(unchecked) private final var createdEffects: EffectRegistry?
  @exclusivity(unchecked) private final var observed: ObservedValues?

  /// - Parameters:
  ///   - memory: Allocated, with the state at `stateOffset`, and room for the frame before it. The
  ///     store deallocates it.
  init(
    memory: UnsafeMutableRawPointer, stateOffset: Int, reducer: RunnableReducer,
    isolation: any Actor
  ) {
    state = memory + stateOffset
    self.reducer = reducer.bare
    instrumentation = reducer.instrumentation
    self.isolation = isolation
    frame = memory.bindMemory(to: composable_frame.self, capacity: 1)
    frame.initialize(
      to: composable_frame(
        store: composable_make_id(), cause: 0, target: 0, requested: 0, action: 0,
        generation: 1, phase: composable_is_idle,
        has_waiting_actions: false, needs_settling: false, is_presented: false,
        is_on_main_actor: isolation is MainActor, chain: composable_chain_undecided,
        effect: nil, written: nil,
        called_reducers: nil, watches: nil, watch_count: 0, report: nil))
  }

  deinit {
    createdEffects?.cancelAll()
    _ = WrittenFields.take(from: frame)
    free(frame.pointee.report)
    CalledReducers.release(in: frame)
    frame.deallocate()
  }

  // MARK: Actions

  /// Processes an action in memory that comes from outside.
  @usableFromInline
  final func send(_ action: UnsafeRawPointer) -> StoreTask {
    guard frame.pointee.phase == composable_is_idle else { return enqueueReentrant(action) }
    let effect = reduce(action, cause: 0)
    guard effect == nil, !frame.pointee.has_waiting_actions else {
      return completeSend(of: action, effect)
    }
    frame.pointee.phase = composable_is_idle
    // Not in `completeSend(of:_:)`, which looks up metadata of the store's generic types.
    if frame.pointee.needs_settling || composable_is_replaced(frame) { didChange() }
    return StoreTask(group: nil)
  }

  /// Runs the reducer. The store accepts no other actions until the caller has settled the results
  /// of this one.
  ///
  /// - Parameters:
  ///   - cause: The id of the effect that sent the action, 0 if none did.
  ///   - id: The id under which the action was emitted when it was queued, `nil` if it was not.
  ///   - chain: The chain that the action continues.
  @inline(__always)
  final func reduce(
    _ action: UnsafeRawPointer, cause: UInt64, emittedAs id: UInt64? = nil,
    in chain: UInt8 = composable_chain_undecided
  ) -> AnyEffectNode? {
    frame.pointee.phase = composable_is_reducing
    frame.pointee.generation &+= 1
    frame.pointee.cause = cause
    // A wrapper that a reducer calls decides on the chain where the store does not.
    frame.pointee.chain = chain
    let outer = composable_get_frame()
    composable_set_frame(frame)
    defer { composable_set_frame(outer) }
    if instrumentation != nil && composable_instruments_actions() {
      return reduceInstrumented(action, emittedAs: id, in: chain, within: outer)
    }
    return reducer(state, action)
  }

  /// Separate, so that the path without wrappers is straight-line code.
  ///
  /// - Parameter outer: The frame of the store whose reducer has sent the action, if one has.
  @inline(never)
  private final func reduceInstrumented(
    _ action: UnsafeRawPointer, emittedAs id: UInt64?, in chain: UInt8,
    within outer: UnsafeMutablePointer<composable_frame>?
  ) -> AnyEffectNode? {
    if let rule = composable_get_chain_rule() {
      frame.pointee.chain = Chains.decide(rule, continuing: chain, within: outer)
      if let count = rule.pointee.count {
        let chain = frame.pointee.chain
        count(chain == composable_chain_over_rate ? name(ofActionAt: action) : nil, chain)
      }
      if composable_leaves_out_chain(frame.pointee.chain) { return reduceLeftOut(action) }
    }
    frame.pointee.action = id ?? emitSend(of: action, cause: frame.pointee.cause, depth: 0)
    defer { frame.pointee.action = 0 }
    // Compares the watched states after each action, as the cause is the last one.
    if frame.pointee.watch_count != 0, composable_instruments_observers() {
      frame.pointee.needs_settling = true
    }
    // Unretained: once there is one, it stays, also if another one replaces it.
    return instrumentation.map(Unmanaged.passUnretained)?._withUnsafeGuaranteedRef {
      $0.function(state, action)
    }
  }

  /// Runs the reducer without instruments, as for an action while none is attached, for a chain
  /// that they leave out.
  @inline(__always)
  private final func reduceLeftOut(_ action: UnsafeRawPointer) -> AnyEffectNode? {
    frame.pointee.target = 0
    if frame.pointee.watch_count != 0, composable_instruments_observers() {
      frame.pointee.needs_settling = true
    }
    return reducer(state, action)
  }

  /// The name of the action in memory, which is never freed; `nil` without instrumentation.
  final func name(ofActionAt action: UnsafeRawPointer) -> UnsafePointer<CChar>? {
    instrumentation.map(Unmanaged.passUnretained)?._withUnsafeGuaranteedRef {
      $0.names(ofValueAt: action)
    }
  }

  /// Emits the send event of an action in memory.
  ///
  /// - Parameters:
  ///   - depth: The number of actions queued before it.
  ///   - chain: The chain of the action, the frame's if `nil`.
  /// - Returns: The id of the resulting action interval, 0 if sends are not instrumented, or if the
  ///   chain is left out.
  final func emitSend(
    of action: UnsafeRawPointer, cause: UInt64, depth: Int, isReentrant: Bool = false,
    in chain: UInt8? = nil
  ) -> UInt64 {
    guard composable_instruments_actions(), composable_instruments_sends(),
      let name = name(ofActionAt: action)
    else { return 0 }
    let (target, requested) = (frame.pointee.target, frame.pointee.requested)
    frame.pointee.target = 0
    frame.pointee.requested = 0
    if composable_leaves_out_chain(chain ?? frame.pointee.chain) { return 0 }
    return StoreInstrumentation.sent(
      to: target == 0 ? frame.pointee.store : target, cause: cause, requested: requested,
      depth: depth, isReentrant: isReentrant, name: name)
  }

  /// Starts the effect that an action from outside has returned, processes the actions queued
  /// meanwhile, and notifies observers.
  ///
  /// - Parameter action: The address of the action.
  func completeSend(of action: UnsafeRawPointer, _ effect: AnyEffectNode?) -> StoreTask {
    isAbstract()
  }

  /// Reports an action that was sent while another is processed, and enqueues it.
  func enqueueReentrant(_ action: UnsafeRawPointer) -> StoreTask {
    isAbstract()
  }

  /// Instruments the actions from the next one on, unless they are instrumented already.
  func instrument(with instrument: any StoreInstrument, prefix: String?) {
    isAbstract()
  }

  // MARK: Effects

  final var effects: EffectRegistry {
    if let createdEffects { return createdEffects }
    let effects = EffectRegistry()
    createdEffects = effects
    return effects
  }

  func startTask(
    operation: nonisolated(nonsending) @escaping @Sendable () async -> Void
  ) -> Task<Void, Never> {
    if holdsWork { return Task {} }
    return isolation.assumeIsolated { isolation in
      Task {
        _ = isolation
        await operation()
      }
    }
  }

  /// Starts the task of an effect, whose work is in the isolation of the store.
  ///
  /// A function without captures is called as one that is not isolated, as `assumeIsolated` does,
  /// which allocates two closures for it.
  final func startTask(
    of effect: RunningEffect, name: String?, priority: TaskPriority?
  ) -> Task<Void, Never> {
    isolation.preconditionIsolated()
    if holdsWork { return Task {} }
    return unsafeBitCast(Self.startInIsolation, to: StartTask.self)(
      isolation, effect, name, priority)
  }

  private typealias StartTask = (any Actor, RunningEffect, String?, TaskPriority?) -> Task<
    Void, Never
  >

  private static let startInIsolation:
    @Sendable (isolated any Actor, RunningEffect, String?, TaskPriority?) -> Task<Void, Never> = {
      isolation, effect, name, priority in
      Task(name: name, priority: priority) {
        // In the task rather than around it: a new task copies the task-local values of its
        // creator.
        await RunningEffect.$current.withValue(
          effect,
          operation: {
            _ = isolation
            await effect.perform()
          }, isolation: isolation)
      }
    }

  // MARK: Access to the state

  /// Called before the state is read from outside of reducers. Traps if a reducer runs.
  ///
  /// A reducer changes the state in place. Meanwhile the memory need not contain a value at all: an
  /// enum whose payload a child reduces has lost its tag, a collection may be half moved, and the
  /// compiler may keep any of it in registers. There is no copy of the state from before the action
  /// either, as that would make the first change of each collection copy it.
  @inlinable
  @inline(__always)
  final func willAccessState() {
    if frame.pointee.phase == composable_is_reducing { stopAccess() }
  }

  @inline(never)
  @usableFromInline
  final func stopAccess() -> Never {
    fatalError(
      """
      The state of a store was read while one of its reducers is running.

        State: \(stateType)

      The reducer is changing the state in place at this moment, so there is nothing that can be read \
      safely, and the program ends before anything was touched. Inside of a reducer, use its 'state' \
      parameter. In what a reducer calls, such as a dependency, the metadata of a logger or a 'deinit', \
      use a value that it was given, or read the store after 'send' has returned, as in \
      'Task { store.state }' on the main actor.
      """)
  }

  /// Runs code that reads the state in place, possibly user code such as a computed property.
  ///
  /// An action that it sends has to wait until it is done, as a reducer would change the state it
  /// reads. Called after ``willAccessState()``: the code may read more of the state. The reducer of
  /// another store may run on this thread, which has nothing to do with this state: fields of an
  /// ``ObservableState`` that are read count as read outside of reducers.
  @inlinable
  @inline(__always)
  final func reading<Value>(_ read: () -> Value) -> Value {
    let phase = frame.pointee.phase
    frame.pointee.phase = composable_is_at_rest
    let outer = composable_get_frame()
    if outer != nil { composable_set_frame(nil) }
    let value = read()
    if outer != nil { composable_set_frame(outer) }
    frame.pointee.phase = phase
    if frame.pointee.has_waiting_actions, phase == composable_is_idle { processWaitingActions() }
    return value
  }

  @inline(never)
  @usableFromInline
  final func processWaitingActions() {
    // No action has returned an effect, so the pointer to the action is not used.
    _ = completeSend(of: UnsafeRawPointer(frame), nil)
  }

  /// The type of the root's state, for messages.
  var stateType: Any.Type { isAbstract() }

  // MARK: Observation

  /// Called before each read of the state.
  @usableFromInline
  func willRead(_ reference: Unmanaged<AnyObject>) {
    willAccessState()
    // Reads that are not observed end here.
    guard
      reference._withUnsafeGuaranteedRef({
        unsafeDowncast($0, to: ObservedValue.self).access()
      })
    else { return }
    reference._withUnsafeGuaranteedRef {
      let value = unsafeDowncast($0, to: ObservedValue.self)
      composable_did_read(frame.pointee.is_on_main_actor)
      ObservedReads.current?.append(value)
      if value.willBeWatched() {
        watch(value)
      } else if value.mayDiffer(in: frame.pointee.generation) {
        lookAgain(at: value)
      }
    }
  }

  /// Called before the first read of a part of the state, after its value was inserted into a
  /// cache.
  ///
  /// Comparing key paths may run user code that has the cache release the value meanwhile.
  @usableFromInline
  final func willReadFirst(_ value: ObservedValue) {
    withExtendedLifetime(value) { willRead(.passUnretained(value)) }
  }

  @inline(never)
  private final func watch(_ value: ObservedValue) {
    // Retained: reading the value may run user code, which may make its store release it.
    let retained = Unmanaged.passRetained(value)
    defer { retained.release() }
    let observed = observed ?? ObservedValues()
    self.observed = observed
    reading { observed.append(value, in: frame) }
    if observed.needsCheck { frame.pointee.needs_settling = true }
  }

  @inline(never)
  private final func lookAgain(at value: ObservedValue) {
    withExtendedLifetime(value) {
      reading { value.lookAgain(in: frame.pointee.generation) }
    }
  }

  /// Called once the state may have changed.
  @inline(never)
  final func didChange() {
    frame.pointee.needs_settling = false
    // Observers run outside of reducers, even if one of another store has sent the action.
    let outer = composable_get_frame()
    composable_set_frame(nil)
    defer { composable_set_frame(outer) }
    StoreInstrumentation.attributing(to: frame) {
      WrittenFields.take(from: frame)?.notifyObservers(in: frame)
      observed?.stateMayHaveChanged(in: frame, reading: { reading($0) }) {
        weak let runtime = self
        _ = startTask { runtime?.checkObservedValues() }
      }
    }
    frame.pointee.needs_settling = observed?.needsCheck == true || frame.pointee.written != nil
  }

  private func checkObservedValues() {
    StoreInstrumentation.attributing(to: frame) {
      observed?.check(in: frame) { reading($0) }
    }
    if observed?.needsCheck == true { frame.pointee.needs_settling = true }
  }
}
