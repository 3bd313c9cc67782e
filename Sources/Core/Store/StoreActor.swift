public import CCore

/// A store on an actor of its own: for servers, and for programs that run many features in
/// parallel.
///
/// It runs a feature exactly as ``Store`` does, but on the thread pool rather than on the main
/// actor:
///
/// ```swift
/// let session = StoreActor(initialState: Counter.State()) {
///   Counter()
/// }
/// await session.send(.incrementButtonTapped)
/// let count = await session.count
/// ```
///
/// Each store is isolated from all others, so that thousands of them run in parallel, one action at
/// a time each. Effects start in the store's isolation: sending from one changes no thread.
///
/// The usual mistake is to read two properties that belong together with two `await`s: another
/// action may be processed in between. Read them at once:
///
/// ```swift
/// let store = StoreActor(initialState: Counter.State()) { Counter() }
/// let text = await store.withState { "\($0.count): \($0.fact ?? "no fact")" }
/// ```
///
/// The effects end with the store: they are cancelled when the last store of its tree goes away.
@dynamicMemberLookup
public actor StoreActor<State, Action> {
  /// The actor that the engine runs on. The engine keeps it for its effects, which must not keep
  /// the store.
  let isolation: StoreIsolation
  let runtime: StoreRuntime
  let focus: StoreFocus<State>
  let identity: StoreIdentity
  /// The whole state, once it was read through this store.
  private var wholeState: ObservedValue?
  /// The observed parts of the state: properties under their key path, twice, and children under
  /// the key paths to state and action.
  private var parts = KeyPathCache()

  /// The executor that all stores of a tree share with their effects.
  public nonisolated var unownedExecutor: UnownedSerialExecutor {
    isolation.unownedExecutor
  }

  init(
    isolation: StoreIsolation, runtime: StoreRuntime, focus: StoreFocus<State>,
    identity: StoreIdentity
  ) {
    self.isolation = isolation
    self.runtime = runtime
    self.focus = focus
    self.identity = identity
    StoreInstrumentation.storeCreated(identity, in: runtime)
  }

  deinit {
    StoreInstrumentation.storeReleased(identity)
    parts.deallocate()
  }

  /// Creates a root store.
  ///
  /// - Parameters:
  ///   - initialState: The state to begin with.
  ///   - reducer: The feature's logic; its body is evaluated once, here.
  ///   - prepareDependencies: Overrides dependencies for the initial state, the reducer and its
  ///     effects.
  public init<R: Reducer<State, Action>>(
    initialState: @autoclosure () -> sending R.State,
    @ReducerBuilder<State, Action> reducer: () -> sending R,
    withDependencies prepareDependencies: ((inout DependencyValues) -> Void)? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) {
    let isolation = StoreIsolation()
    let root = DependencyValues.provide(updatedBy: prepareDependencies) {
      RootStore(
        initialState: initialState(), reducer: reducer()._prepare(), isolation: isolation)
    }
    self.init(
      isolation: isolation,
      runtime: root,
      focus: StoreFocus(location: .memory(root.statePointer), delivery: .root(root)),
      identity: StoreIdentity(
        id: root.frame.pointee.store, parent: 0, feature: State.self, fileID: fileID, line: line)
    )
  }

  /// Sends an action and returns once the state has changed; effects continue in the background.
  ///
  /// - Parameters:
  ///   - action: The action.
  ///   - request: The time of the call, for traces. Leave it out: the default value is made by the
  ///     caller, before it waits for the store.
  /// - Returns: The effects the action started, to await or to cancel.
  @discardableResult
  public func send(
    _ action: sending Action, _ request: _SendRequest = _SendRequest()
  ) -> StoreTask {
    if request.time != 0 { runtime.frame.pointee.requested = request.time }
    defer { if request.time != 0 { runtime.frame.pointee.requested = 0 } }
    return withUnsafePointer(to: action) { focus.delivery.deliver($0) }
  }

  /// Instruments the tree that the store is part of, unless it is already.
  package func instrument(with instrument: any StoreInstrument, prefix: String?) {
    StoreInstrumentation.instrument(identity, in: runtime, with: instrument, prefix: prefix)
  }

  /// The current state.
  public var state: State {
    let value = wholeState ?? focus.location.watch()
    wholeState = value
    runtime.willRead(.passUnretained(value))
    return runtime.reading { focus.location.read() }
  }

  /// A property of the current state.
  public subscript<Value>(
    dynamicMember keyPath: any KeyPath<State, Value> & Sendable
  ) -> Value {
    if let known = parts.object(.value, for: keyPath, keyPath) {
      runtime.willRead(known)
    } else {
      runtime.willAccessState()
      let value = runtime.reading { focus.location.watch(keyPath) }
      parts.insert(value, .value, for: keyPath, keyPath)
      runtime.willReadFirst(value)
    }
    return runtime.reading { focus.location.read(keyPath) }
  }

  /// Reads several parts of the state, or one that can't be copied out of the store, without
  /// anything happening in between.
  ///
  /// ```swift
  /// let summary = await session.withState { "\($0.name): \($0.messages.count)" }
  /// ```
  ///
  /// - Parameter body: Reads the state passed to it, and returns a result.
  public func withState<Result, Failure: Error>(
    _ body: @Sendable (_ state: State) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result {
    try body(state)
  }

  /// A store of a child feature, focused on a part of the state and the actions of one case.
  ///
  /// It runs on the same executor, and keeps the root alive. Each call creates another store: keep
  /// it if it is used often.
  ///
  /// - Parameters:
  ///   - state: The child's state within this store's.
  ///   - action: The case of this store's action that holds the child's.
  public nonisolated func scope<ChildState, ChildAction>(
    _ state: any KeyPath<State, ChildState> & Sendable,
    action: any CaseKeyPath<Action, ChildAction> & Sendable,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> StoreActor<ChildState, ChildAction> where Action: CasePathable {
    makeChild(
      at: focus.location.appending(state), in: Action.allCasePaths[keyPath: action],
      fileID: fileID, line: line)
  }
}

extension StoreActor {
  /// Registers the read of a child, or of the elements of a collection.
  ///
  /// - Parameters:
  ///   - action: The key path to the action of the child.
  ///   - state: The key path to its state.
  ///   - watch: Makes the value to be watched for changes, on first use.
  func willRead(
    childAt action: AnyKeyPath, _ state: AnyKeyPath, watch: () -> ObservedValue
  ) {
    if let known = parts.object(.children, for: state, action) { return runtime.willRead(known) }
    runtime.willAccessState()
    let value = watch()
    parts.insert(value, .children, for: state, action)
    runtime.willReadFirst(value)
  }
}

/// The store of the feature `R`, off the main actor.
public typealias StoreActorOf<R: Reducer> = StoreActor<R.State, R.Action>

/// The time at which a caller asked a store for the processing of an action, while sends are
/// traced.
public struct _SendRequest: Sendable {
  /// In nanoseconds of the monotonic clock, 0 while sends are not traced.
  @usableFromInline let time: UInt64

  /// The time now.
  @inlinable
  public init() {
    time = composable_instruments_sends() ? composable_now() : 0
  }
}

/// The isolation of a ``StoreActor`` and its effects.
actor StoreIsolation {}

/// The state and the action destination of a ``StoreActor``.
///
/// Unchecked: both are used in the store's isolation only, or to derive the functions of a child.
struct StoreFocus<State>: @unchecked Sendable {
  let location: StateLocation<State>
  let delivery: ActionDelivery
}
