public import CCore
public import Observation

/// Runs a feature: holds its state, sends actions to its reducer, and runs the effects it returns.
///
/// ```swift
/// let store = Store(initialState: Counter.State()) {
///   Counter()
/// }
/// store.send(.incrementButtonTapped)
/// print(store.count)
/// ```
///
/// State is read as properties of the store, and changes by actions alone. ``send(_:)`` returns
/// when the reducer has run; the task that it returns waits for the effects of the action, and for
/// the effects of the actions that they send. ``observe(budget:_:fileID:line:)`` runs a closure
/// again when state that it has read changes.
///
/// The effects of a root store end with it: they are cancelled when the last store of its tree goes
/// away. A store scoped from another keeps the root alive. The usual mistake is therefore a store
/// in a local variable, whose effects end with the function. Keep the store as long as its feature
/// runs, or wait for the effects:
///
/// ```swift
/// let counter = Store(initialState: Counter.State()) { Counter() }
/// await counter.send(.factButtonTapped).finish()
/// print(counter.fact ?? "no fact")
/// ```
@preconcurrency
@MainActor
@dynamicMemberLookup
public final class Store<State, Action> {
  @usableFromInline let runtime: StoreRuntime
  @usableFromInline let location: StateLocation<State>
  @usableFromInline let delivery: ActionDelivery
  /// The stores scoped from this one, by the key paths to state and action, and the parts of the
  /// state that were read through it, under twice the same key path.
  @exclusivity(unchecked) @usableFromInline var cache = KeyPathCache()
  /// The whole state, once it was read through this store. Accessed like the cache.
  @exclusivity(unchecked) @usableFromInline var wholeState: ObservedValue?

  @usableFromInline let identity: StoreIdentity

  @inlinable
  init(
    runtime: StoreRuntime, location: StateLocation<State>,
    delivery: ActionDelivery, identity: StoreIdentity
  ) {
    self.runtime = runtime
    self.location = location
    self.delivery = delivery
    self.identity = identity
    StoreInstrumentation.storeCreated(identity, in: runtime)
  }

  deinit {
    StoreInstrumentation.storeReleased(identity)
    cache.deallocate()
  }

  /// Creates a root store.
  ///
  /// - Parameters:
  ///   - initialState: The state to begin with.
  ///   - reducer: The feature's logic; its body is evaluated once, here.
  ///   - prepareDependencies: Overrides dependencies for the initial state, the reducer and its
  ///     effects.
  @inlinable
  public convenience init<R: Reducer<State, Action>>(
    initialState: @autoclosure () -> R.State,
    @ReducerBuilder<State, Action> reducer: () -> R,
    withDependencies prepareDependencies: ((inout DependencyValues) -> Void)? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) {
    let root = DependencyValues.provide(updatedBy: prepareDependencies) {
      RootStore(
        initialState: initialState(), reducer: reducer()._prepare(), isolation: MainActor.shared)
    }
    self.init(
      runtime: root,
      location: .memory(root.statePointer),
      delivery: .root(root),
      identity: StoreIdentity(
        id: root.frame.pointee.store, parent: 0, feature: State.self, fileID: fileID, line: line)
    )
  }

  /// Sends an action and returns once the state has changed; effects continue in the background.
  ///
  /// - Returns: The effects the action started, to await or to cancel.
  @discardableResult
  @inlinable
  public func send(_ action: Action) -> StoreTask {
    Self.deliver(action, delivery)
  }

  /// Outside of the main actor's isolation, as a closure created within it would check its
  /// isolation on each call. Only code in the isolation of the store can send to it anyway.
  @inlinable
  @inline(__always)
  nonisolated static func deliver(_ action: Action, _ delivery: ActionDelivery) -> StoreTask {
    withUnsafePointer(to: action) { delivery.deliver($0) }
  }

  /// Instruments the tree that the store is part of, unless it is already.
  package func instrument(with instrument: any StoreInstrument, prefix: String?) {
    StoreInstrumentation.instrument(identity, in: runtime, with: instrument, prefix: prefix)
  }

  /// The current state.
  ///
  /// Reading it while a reducer of the store runs traps: the reducer is changing it in place at
  /// that moment. Pass the values that are needed to functions called by the reducer.
  @inlinable
  public var state: State {
    runtime.willRead(.passUnretained(observedState))
    return runtime.reading { location.read() }
  }

  /// A property of the current state.
  @inlinable
  public subscript<Value>(dynamicMember keyPath: KeyPath<State, Value>) -> Value {
    willRead(keyPath)
    return runtime.reading { location.read(keyPath) }
  }

  /// The location of a part of the state. Locating a part of an optional child's state reads that
  /// state.
  @inlinable
  func location<Part>(of keyPath: KeyPath<State, Part>) -> StateLocation<Part> {
    guard case .child = location else { return location.appending(keyPath) }
    runtime.willAccessState()
    return runtime.reading { location.appending(keyPath) }
  }

  /// The location of a value within a part of the state.
  @inlinable
  func location<Part, Inner>(
    of keyPath: KeyPath<State, Part>, _ inner: KeyPath<Part, Inner>
  ) -> StateLocation<Inner> {
    let part = location(of: keyPath)
    guard case .child = part else { return part.appending(inner) }
    runtime.willAccessState()
    return runtime.reading { part.appending(inner) }
  }

  // A key path to the whole state is created anew each time, so this one is not looked up.
  @inlinable
  var observedState: ObservedValue {
    if let known = wholeState { return known }
    let value = location.watch()
    wholeState = value
    return value
  }

  @inlinable
  func willRead<Value>(_ keyPath: KeyPath<State, Value>) {
    if let known = cache.object(.value, for: keyPath, keyPath) {
      return runtime.willRead(known)
    }
    willReadFirst(keyPath)
  }

  // Apart, as it is done once for a property.
  @inlinable
  @inline(never)
  func willReadFirst<Value>(_ keyPath: KeyPath<State, Value>) {
    runtime.willAccessState()
    // A value that is observable itself is observed as a whole, for replacement.
    let value =
      State.self is any ObservableState.Type
      ? observedState : runtime.reading { location.watch(keyPath) }
    cache.insert(value, .value, for: keyPath, keyPath)
    runtime.willReadFirst(value)
  }
}

/// The store of the feature `R`.
public typealias StoreOf<R: Reducer> = Store<R.State, R.Action>

extension Store: Equatable, Hashable, Identifiable {
  /// Whether both are the same store.
  nonisolated public static func == (lhs: Store, rhs: Store) -> Bool { lhs === rhs }

  /// Hashes the identity of the store.
  nonisolated public func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(self))
  }
}

/// Reading a store's state registers with the Observation framework.
extension Store: Observable {}

extension Store: CustomDebugStringConvertible {
  /// The feature that the store runs, `StoreOf<Counter>`, or the types of its state and actions.
  nonisolated public var debugDescription: String {
    let state = Self.name(of: State.self)
    let action = Self.name(of: Action.self)
    let feature = state.dropLast(".State".count)
    guard !feature.isEmpty, state == "\(feature).State", action == "\(feature).Action" else {
      return "Store<\(state), \(action)>"
    }
    return "StoreOf<\(feature)>"
  }

  /// The name of a type within its module.
  nonisolated private static func name(of type: Any.Type) -> String {
    let name = _typeName(type)
    return name.firstIndex(of: ".").map { String(name[name.index(after: $0)...]) } ?? name
  }
}
