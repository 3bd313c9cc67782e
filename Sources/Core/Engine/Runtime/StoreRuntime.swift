public import CCore
import IssueReporting

/// The engine of a root store, without the types of state and action: `Documentation/Engine.md` says
/// how an action travels through it.
///
/// Unchecked: effects hold references to it in any isolation, but use it only in `isolation`.
@usableFromInline
class StoreRuntime: @unchecked Sendable {
  /// In memory of its own rather than in fields: it is read and written for every action, and such
  /// memory is not subject to run-time checks of exclusive access.
  @usableFromInline
  let frame: UnsafeMutablePointer<composable_frame>

  /// The address of the state, which stays where it is for the life of the store.
  let state: UnsafeMutableRawPointer
  private let reducer: ErasedReducer
  /// What runs instead of ``reducer`` since the store was asked to be traced. Apart, as what may be
  /// replaced is counted each time that it is called.
  @exclusivity(unchecked) private var tracedReducer: ErasedReducer
  @exclusivity(unchecked) private var wasReplaced = false
  /// What runs while nobody listens, if that is something else.
  private let quietReducer: ErasedReducer
  @exclusivity(unchecked) private(set) var hasWrappers: Bool

  let isolation: any Actor
  let effects = EffectRegistry()
  private let observed = ObservedValues()

  init(
    state: UnsafeMutableRawPointer, reducer: ReducerLogic, quietReducer: ReducerLogic?,
    isolation: any Actor
  ) {
    self.state = state
    self.reducer = reducer.function
    tracedReducer = reducer.function
    if let quietReducer {
      self.quietReducer = quietReducer.function
      hasWrappers = true
    } else {
      self.quietReducer = reducer.function
      hasWrappers = false
    }
    self.isolation = isolation
    frame = .allocate(capacity: 1)
    frame.initialize(
      to: composable_frame(
        store: composable_make_id(), cause: 0, target: 0, is_processing: false,
        needs_settling: false,
        is_presented: false, is_on_main_actor: isolation is MainActor, effect: nil, written: nil,
        watches: nil, watch_count: 0))
  }

  deinit {
    effects.cancelAll()
    _ = WrittenFields.take(from: frame)
    frame.deallocate()
  }

  // MARK: Actions

  /// Processes the action at an address, which comes from outside.
  @usableFromInline
  final func send(_ action: UnsafeRawPointer) -> StoreTask {
    guard !frame.pointee.is_processing else { return enqueueReentrant(action) }
    let effect = process(action, cause: 0)
    if effect == nil, !frame.pointee.needs_settling, !composable_is_replaced(frame) {
      frame.pointee.is_processing = false
      return StoreTask(group: nil)
    }
    return settle(effect, of: action)
  }

  /// Runs the reducer. The store stays closed to other actions until ``settle(_:of:)`` is through or the
  /// caller reopens it.
  @inline(__always)
  ///
  /// - Parameter announcedAction: The id that the action was announced with when it had to wait,
  ///   `nil` if it has not.
  final func process(
    _ action: UnsafeRawPointer, cause: UInt64, announcedAs announcedAction: UInt64? = nil
  ) -> AnyEffectNode? {
    frame.pointee.is_processing = true
    frame.pointee.cause = cause
    let outer = composable_get_frame()
    composable_set_frame(frame)
    defer { composable_set_frame(outer) }
    if hasWrappers && composable_is_listening() {
      return processListening(action, announcedAs: announcedAction)
    }
    return quietReducer(state, action)
  }

  /// Apart, so that the way past the wrappers is a straight one.
  @inline(never)
  private final func processListening(
    _ action: UnsafeRawPointer, announcedAs announcedAction: UInt64?
  ) -> AnyEffectNode? {
    guard announcedAction != nil || wasReplaced || composable_hears_sends() else {
      return reducer(state, action)
    }
    return processAnnounced(action, as: announcedAction)
  }

  @inline(never)
  private final func processAnnounced(
    _ action: UnsafeRawPointer, as announcedAction: UInt64?
  ) -> AnyEffectNode? {
    let id = announcedAction ?? announce(action, cause: frame.pointee.cause, depth: 0)
    let outer = composable_get_announced_action()
    composable_announce_action(id)
    defer { composable_announce_action(outer) }
    return wasReplaced ? tracedReducer(state, action) : reducer(state, action)
  }

  /// Tells who listens of the action at an address, which is sent now.
  ///
  /// - Parameter depth: How many actions come before it.
  /// - Returns: The id of the action interval it will lead to, 0 if nobody listens.
  final func announce(
    _ action: UnsafeRawPointer, cause: UInt64, depth: Int, isReentrant: Bool = false
  ) -> UInt64 {
    let target = frame.pointee.target
    frame.pointee.target = 0
    guard composable_is_listening(), composable_hears_sends(),
      let name = name(ofActionAt: action)
    else { return 0 }
    return StoreInstrumentation.sent(
      to: target == 0 ? frame.pointee.store : target, cause: cause, depth: depth,
      isReentrant: isReentrant, name: name)
  }

  /// The name of an action, which is never freed; `nil` if no wrapper wants to know it.
  func name(ofActionAt action: UnsafeRawPointer) -> UnsafePointer<CChar>? { nil }

  /// Starts what an action left behind, processes the actions queued meanwhile, and tells observers.
  ///
  /// - Parameter action: The address of the action.
  func settle(_ effect: AnyEffectNode?, of action: UnsafeRawPointer) -> StoreTask {
    StoreTask(group: nil)
  }

  /// Reports an action that was sent while another is processed, and keeps it for afterwards.
  func enqueueReentrant(_ action: UnsafeRawPointer) -> StoreTask {
    StoreTask(group: nil)
  }

  /// Has an instrument trace the actions from the next one on, unless they are traced already.
  func trace(with instrument: any StoreInstrument, prefix: String?) {}

  /// Replaces what runs while somebody listens.
  final func replaceReducer(_ wrap: (@escaping ErasedReducer) -> ErasedReducer) {
    tracedReducer = wrap(tracedReducer)
    wasReplaced = true
    hasWrappers = true
  }

  // MARK: Effects

  func startTask(
    name: String?, priority: TaskPriority?,
    operation: nonisolated(nonsending) @escaping @Sendable () async -> Void
  ) -> Task<Void, Never> {
    isolation.assumeIsolated { isolation in
      Task(name: name, priority: priority) {
        _ = isolation
        await operation()
      }
    }
  }

  /// Whether the code that asks runs in `isolation`; `false` where that can't be told.
  var isIsolatingCurrentContext: Bool {
    isolation.unownedExecutor.asSerialExecutor()?.isIsolatingCurrentContext() == true
  }

  // MARK: Observation

  /// Called before each read of the state.
  @usableFromInline
  func willRead(_ reference: Unmanaged<AnyObject>) {
    if frame.pointee.is_processing {
      reportIssue(
        """
        A store's state was read while the store processes an action.

        The reducer is changing the state at this moment, so what is read may be a mixture of old \
        and new. Inside of a reducer, use its 'state' parameter; elsewhere, read the state after \
        'send' has returned.
        """)
    }
    composable_did_read(frame.pointee.is_on_main_actor)
    reference._withUnsafeGuaranteedRef {
      let value = unsafeDowncast($0, to: ObservedValue.self)
      guard value.willBeRead() else { return }
      observed.append(value, in: frame)
      if observed.needsCheck { frame.pointee.needs_settling = true }
    }
  }

  /// Called once the state may have changed.
  func didChange() {
    frame.pointee.needs_settling = false
    StoreInstrumentation.attributing(to: frame) {
      WrittenFields.take(from: frame)?.tellObservers()
      observed.stateMayHaveChanged(in: frame) {
        weak let runtime = self
        _ = startTask(name: nil, priority: nil) { runtime?.checkObservedValues() }
      }
    }
    frame.pointee.needs_settling = observed.needsCheck || frame.pointee.written != nil
  }

  private func checkObservedValues() {
    StoreInstrumentation.attributing(to: frame) { observed.check() }
    if observed.needsCheck { frame.pointee.needs_settling = true }
  }
}
