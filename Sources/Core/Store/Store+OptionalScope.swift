import CCore

extension Store {
  /// A store of an optional child, or `nil` while there is no child.
  ///
  /// The same two key paths return the same store as long as the child exists. After the child was
  /// removed and added again, or was replaced by one with another identity (the id of an
  /// `Identifiable` state, the case of an enum), they return another store. Observers are notified
  /// when the child is added or removed.
  ///
  /// ```swift
  /// if let detail = store.scope(\.detail, action: \.detail.presented) {
  ///   show(detail)
  /// }
  /// ```
  ///
  /// A store that outlives its child keeps the state that was last read from it, and scopes into
  /// that state. Actions sent to it are reported by the reducer that embeds the child.
  ///
  /// - Parameters:
  ///   - state: The child's state within this store's.
  ///   - action: The case of this store's action that holds the child's.
  @inlinable
  public func scope<ChildState, ChildAction>(
    _ state: KeyPath<State, ChildState?>,
    action: CaseKeyPath<Action, ChildAction>,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> Store<ChildState, ChildAction>? where Action: CasePathable {
    let child: OptionalChild<ChildState, ChildAction>
    if let known = cache.object(.children, for: state, action) {
      child = unsafeDowncast(
        known.takeUnretainedValue(), to: OptionalChild<ChildState, ChildAction>.self)
    } else {
      child = OptionalChild(
        of: self, at: location(of: state), state, in: Action.allCasePaths[keyPath: action],
        destruction: destruction(of: Action.self))
      cache.insert(child, .children, for: state, action)
    }
    runtime.willRead(.passUnretained(child.presence))
    return child.store(fileID: fileID, line: line)
  }

  /// A store of an optional child; the spelling of earlier versions.
  @inlinable
  public func scope<ChildState, ChildAction>(
    state: KeyPath<State, ChildState?>,
    action: CaseKeyPath<Action, ChildAction>,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> Store<ChildState, ChildAction>? where Action: CasePathable {
    scope(state, action: action, fileID: fileID, line: line)
  }
}

/// The store of an optional child, created on first access.
@MainActor
@usableFromInline
final class OptionalChild<State, Action> {
  @usableFromInline let runtime: StoreRuntime
  @usableFromInline let parent: UInt64
  private let location: StateLocation<State?>
  private let findPayload: (() -> UnsafeMutablePointer<State>?)?
  private let deliverAction: (_ store: UInt64) -> ActionDelivery
  @usableFromInline let presence: ObservedValue
  /// Returns the identity of the child, `nil` if there is no child.
  private let identify: () -> ChildID??
  // Accessed in the isolation of the store only, like its cache.
  @exclusivity(unchecked) @usableFromInline private(set) var current: Store<State, Action>?
  /// The identity of the child that the store belongs to.
  @exclusivity(unchecked) private var currentID: ChildID?
  /// The generation of the state for which `current` is known to be valid.
  @exclusivity(unchecked) @usableFromInline private(set) var generation: UInt64 = 0

  @usableFromInline
  init<ParentState, ParentAction>(
    of parent: Store<ParentState, ParentAction>,
    at location: StateLocation<State?>, _ keyPath: KeyPath<ParentState, State?>,
    in casePath: AnyCasePath<ParentAction, Action>, destruction: @escaping Destruction
  ) {
    runtime = parent.runtime
    findPayload = parent.location.payloadFinder(of: keyPath, at: location)
    self.parent = parent.identity.id
    self.location = location
    deliverAction = { [delivery = parent.delivery] store in
      .layer(
        TypedDeliveryLayer(
          to: delivery, in: casePath, from: store, destruction: destruction))
    }
    identify = location.identifier(ofOptional: ChildIdentity<State>())
    presence = .watching(isCheapToCompare: location.isCheapToCompare, identity: identify)
      .at(keyPath)
  }

  /// The store of the child, or `nil` while there is no child.
  @inlinable
  func store(fileID: StaticString, line: UInt) -> Store<State, Action>? {
    guard generation == runtime.frame.pointee.generation else {
      return findStore(fileID: fileID, line: line)
    }
    guard let current else { return nil }
    StoreInstrumentation.childRequested(current.identity.id, of: parent, isCached: true)
    return current
  }

  /// Checks for the child, once after each action.
  @usableFromInline
  func findStore(fileID: StaticString, line: UInt) -> Store<State, Action>? {
    // Computing an id may run user code, which may send actions. They are processed after it.
    let generation = runtime.frame.pointee.generation
    guard let id = runtime.reading(identify) else {
      forget()
      self.generation = generation
      return nil
    }
    if let current, runtime.reading({ currentID == id }) {
      self.generation = generation
      StoreInstrumentation.childRequested(current.identity.id, of: parent, isCached: true)
      return current
    }
    return makeStore(of: id, generation, fileID, line)
  }

  @inline(never)
  private func makeStore(
    of id: ChildID?, _ generation: UInt64, _ fileID: StaticString, _ line: UInt
  ) -> Store<State, Action>? {
    guard let state = runtime.reading({ location.read() }) else { return nil }
    let storeID = composable_make_id()
    let store = Store<State, Action>(
      runtime: runtime,
      location: .child(
        OptionalLocator(location, findPayload: findPayload, last: state, in: runtime.frame)),
      delivery: deliverAction(storeID),
      identity: StoreIdentity(
        id: storeID, parent: parent, feature: State.self, fileID: fileID, line: line))
    // Released once the other is complete: its deinitializer may come back here.
    let replaced = current
    defer { withExtendedLifetime(replaced) {} }
    current = store
    currentID = id
    self.generation = generation
    StoreInstrumentation.childRequested(store.identity.id, of: parent, isCached: false)
    return store
  }
}

extension OptionalChild {
  /// Releases the store, after the access to the property has ended: its deinitializer may come
  /// back here.
  fileprivate func forget() {
    generation = 0
    currentID = nil
    withExtendedLifetime(current) { current = nil }
  }
}

extension OptionalChild: StoresOfChildren {
  nonisolated var areReferred: Bool {
    MainActor.assumeIsolated {
      // Released, and retained again if it still exists.
      weak let store = current
      let id = currentID
      forget()
      guard let store else { return false }
      current = store
      currentID = id
      return true
    }
  }
}

extension StateLocation {
  /// A function for the identity of the optional child at this location.
  ///
  /// It is made for the type of the optional, which generic code that is made for the type of the
  /// child would look up in a table of the runtime on each call.
  func identifier<Child>(ofOptional identity: ChildIdentity<Child>) -> () -> ChildID?? {
    {
      guard let address = address() else { return readID(ofOptional: identity) }
      return identity(ofOptionalAt: address)
    }
  }

  // Not inlined: a function looks up all types it needs when it is entered.
  @inline(never)
  private func readID<Child>(ofOptional identity: ChildIdentity<Child>) -> ChildID?? {
    withUnsafePointer(to: read()) { identity(ofOptionalAt: $0) }
  }

  /// A function for the address of an optional child whose optional has none.
  ///
  /// - Parameters:
  ///   - keyPath: The optional within this state.
  ///   - location: The location of the optional.
  func payloadFinder<Child>(
    of keyPath: KeyPath<State, Child?>, at location: StateLocation<Child?>
  ) -> (() -> UnsafeMutablePointer<Child>?)? {
    if case .memory = location { return nil }
    guard let presented = PresentedLocator(keyPath) else { return nil }
    return { address().flatMap { presented.find(in: $0) } }
  }

  /// Whether reading the state costs almost nothing.
  @usableFromInline
  var isCheapToCompare: Bool {
    switch self {
    case .memory, .child: true
    case .computed: false
    }
  }
}
