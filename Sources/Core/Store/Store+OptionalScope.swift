import CCore

extension Store {
  /// A store of a child that is there at times, or `nil` while it is not.
  ///
  /// While the child is there, the same two key paths give the same store each time. When it has been
  /// away, or was replaced by one with another identity (the id of an `Identifiable` state, the case
  /// of an enum), the store is another. Observers hear when the child comes and goes.
  ///
  /// ```swift
  /// if let detail = store.scope(\.detail, action: \.detail.presented) {
  ///   show(detail)
  /// }
  /// ```
  ///
  /// A store that is kept beyond the end of its child shows a state that the child had, and the
  /// actions sent to it are reported by the reducer that embeds the child.
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
    // A store of the optional itself may be known by the same two key paths, in their order.
    let child: OptionalChild<ChildState, ChildAction>
    if let known = cache.object(for: action, state) {
      child = unsafeDowncast(
        known.takeUnretainedValue(), to: OptionalChild<ChildState, ChildAction>.self)
    } else {
      child = OptionalChild(
        of: self, at: location(of: state), in: Action.allCasePaths[keyPath: action])
      cache.insert(child, for: action, state)
    }
    runtime.willRead(.passUnretained(child.presence))
    return child.store(fileID: fileID, line: line)
  }

  /// A store of a child that is there at times; the spelling of earlier versions.
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

/// The store of a child that is there at times, made when it is asked for.
@MainActor
@usableFromInline
final class OptionalChild<State, Action> {
  private let runtime: StoreRuntime
  private let parent: UInt64
  private let location: StateLocation<State?>
  private let deliverAction: (_ store: UInt64) -> ActionDelivery
  private let identity = ChildIdentity<State>()
  /// Changes when the child comes, goes, or is replaced.
  @usableFromInline let presence: ObservedValue
  private var current: (store: Store<State, Action>, id: ChildIdentity<State>.ID?)?

  @usableFromInline
  init<ParentState, ParentAction>(
    of parent: Store<ParentState, ParentAction>,
    at location: StateLocation<State?>,
    in casePath: AnyCasePath<ParentAction, Action>
  ) {
    runtime = parent.runtime
    self.parent = parent.identity.id
    self.location = location
    deliverAction = { [delivery = parent.delivery] store in
      .layer(TypedDeliveryLayer(to: delivery, in: casePath, from: store))
    }
    let identity = identity
    presence = ObservedValue(isAtHand: location.isAtHand) {
      let seen = location.identity(identity)
      return { location.identity(identity) != seen }
    }
  }

  @usableFromInline
  func store(fileID: StaticString, line: UInt) -> Store<State, Action>? {
    guard let id = runtime.reading({ location.identity(identity) }) else {
      forget()
      return nil
    }
    if let current, runtime.reading({ current.id == id }) {
      StoreInstrumentation.childRequested(current.store.identity.id, of: parent, isCached: true)
      return current.store
    }
    guard let state = runtime.reading({ location.current }) ?? nil else { return nil }
    let storeID = composable_make_id()
    let store = Store<State, Action>(
      runtime: runtime,
      location: .child(OptionalLocator(location, last: state)),
      delivery: deliverAction(storeID),
      identity: StoreIdentity(
        id: storeID, parent: parent, feature: State.self, fileID: fileID, line: line))
    forget()
    current = (store, id)
    StoreInstrumentation.childRequested(store.identity.id, of: parent, isCached: false)
    return store
  }
}

extension OptionalChild {
  /// Gives up the store. It ends once the property is not in use any more: its end may come back here.
  fileprivate func forget() {
    withExtendedLifetime(current) { current = nil }
  }
}

extension OptionalChild: StoresOfChildren {
  nonisolated var areReferred: Bool {
    MainActor.assumeIsolated {
      // Given up, and taken back if it is still there.
      weak let store = current?.store
      let id = current?.id
      forget()
      guard let store else { return false }
      current = (store, id)
      return true
    }
  }
}

extension StateLocation {
  /// Whether it costs next to nothing to look at the state.
  @usableFromInline
  var isAtHand: Bool {
    switch self {
    case .memory, .child: true
    case .computed: false
    }
  }

  /// What identifies a child that is there at times: `nil` where it is not.
  func identity<Child>(_ identity: ChildIdentity<Child>) -> ChildIdentity<Child>.ID??
  where State == Child? {
    if let address = address() { return identity(of: address) }
    guard let state = current else { return nil }
    return withUnsafePointer(to: state) { identity(of: $0) }
  }
}
