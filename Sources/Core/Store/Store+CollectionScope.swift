import CCore
public import OrderedCollections

extension Store {
  /// The stores of the elements of a collection, created on first access.
  ///
  /// An element has the same store as long as it exists, even if it moves. Observers are notified
  /// when elements are added, removed or moved; changes within an element notify observers of its
  /// own store only.
  ///
  /// ```swift
  /// for row in store.scope(\.rows, action: \.rows) {
  ///   print(row.title)
  /// }
  /// ```
  ///
  /// A store that outlives its element keeps a state that the element had, and actions sent to it
  /// are reported by `forEach`.
  ///
  /// - Parameters:
  ///   - state: The collection within this store's state.
  ///   - action: The case of this store's action that holds an element's id and action.
  @inlinable
  public func scope<ElementID: Hashable & Sendable, ElementState, ElementAction>(
    _ state: KeyPath<State, IdentifiedArray<ElementID, ElementState>>,
    action: CaseKeyPath<Action, IdentifiedAction<ElementID, ElementAction>>,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> _StoreCollection<ElementID, ElementState, ElementAction> where Action: CasePathable {
    let children: ElementStores<ElementID, ElementState, ElementAction>
    if let known = cache.object(.children, for: state, action) {
      children = unsafeDowncast(
        known.takeUnretainedValue(),
        to: ElementStores<ElementID, ElementState, ElementAction>.self)
    } else {
      let toElements = Action.allCasePaths[keyPath: action]
      children = ElementStores(
        of: self, at: location(of: state), state, fileID: fileID, line: line,
        destruction: destruction(of: Action.self)
      ) { id in
        toElements.appending(IdentifiedAction<ElementID, ElementAction>.allCasePaths[id: id])
      }
      cache.insert(children, .children, for: state, action)
    }
    return collection(of: children)
  }

  /// The stores of the elements of a collection; the spelling of earlier versions.
  @inlinable
  public func scope<ElementID: Hashable & Sendable, ElementState, ElementAction>(
    state: KeyPath<State, IdentifiedArray<ElementID, ElementState>>,
    action: CaseKeyPath<Action, IdentifiedAction<ElementID, ElementAction>>,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> _StoreCollection<ElementID, ElementState, ElementAction> where Action: CasePathable {
    scope(state, action: action, fileID: fileID, line: line)
  }

  /// The stores of the elements of a stack, from the root to the top, created on first access.
  ///
  /// ```swift
  /// for screen in store.scope(\.path, action: \.path) { … }
  /// ```
  ///
  /// The same call returns a store of the whole stack where the context requires its type,
  /// `Store<StackState<…>, StackAction<…>>`.
  ///
  /// - Parameters:
  ///   - state: The stack within this store's state.
  ///   - action: The case of this store's action that holds the stack's.
  @inlinable
  public func scope<ElementState, ElementAction>(
    _ state: KeyPath<State, StackState<ElementState>>,
    action: CaseKeyPath<Action, StackAction<ElementState, ElementAction>>,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> _StoreCollection<StackElementID, ElementState, ElementAction> where Action: CasePathable {
    let children: ElementStores<StackElementID, ElementState, ElementAction>
    if let known = cache.object(.children, for: state, action) {
      children = unsafeDowncast(
        known.takeUnretainedValue(),
        to: ElementStores<StackElementID, ElementState, ElementAction>.self)
    } else {
      let toElements = Action.allCasePaths[keyPath: action]
      children = ElementStores(
        of: self, at: location(of: state, \.storage), state, fileID: fileID, line: line,
        destruction: destruction(of: Action.self)
      ) { id in
        toElements.appending(StackAction<ElementState, ElementAction>.allCasePaths[id: id])
      }
      cache.insert(children, .children, for: state, action)
    }
    return collection(of: children)
  }

  /// The stores of the elements of a stack; the spelling of earlier versions.
  @inlinable
  public func scope<ElementState, ElementAction>(
    state: KeyPath<State, StackState<ElementState>>,
    action: CaseKeyPath<Action, StackAction<ElementState, ElementAction>>,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> _StoreCollection<StackElementID, ElementState, ElementAction> where Action: CasePathable {
    scope(state, action: action, fileID: fileID, line: line)
  }

  @inlinable
  func collection<ID, ElementState, ElementAction>(
    of children: ElementStores<ID, ElementState, ElementAction>
  ) -> _StoreCollection<ID, ElementState, ElementAction> {
    runtime.willRead(.passUnretained(children.structure))
    // Finding elements runs the code of their ids.
    return runtime.reading { children.collection() }
  }
}

/// The stores of a collection's elements at one moment.
public struct _StoreCollection<ID: Hashable & Sendable, State, Action>: RandomAccessCollection {
  @usableFromInline let children: ElementStores<ID, State, Action>
  @usableFromInline let elements: IdentifiedArray<ID, State>

  @inlinable
  init(_ children: ElementStores<ID, State, Action>, _ elements: IdentifiedArray<ID, State>) {
    self.children = children
    self.elements = elements
  }

  /// The ids of the elements.
  @inlinable
  public var ids: OrderedSet<ID> { elements.ids }

  /// The position of the first store: 0.
  @inlinable
  public var startIndex: Int { 0 }

  /// The number of stores.
  @inlinable
  public var endIndex: Int { elements.count }

  /// The store of the element with an id, or `nil` where there is none.
  ///
  /// It is the same store as that at the element's position. To scope by `\.rows[id: id]` makes two
  /// key paths that capture the id, which takes a hundred times as long.
  @inlinable
  public subscript(id id: ID) -> Store<State, Action>? {
    elements.index(id: id).map { children.store(of: elements, at: $0) }
  }

  /// The store of the element at `position`.
  @inlinable
  public subscript(position: Int) -> Store<State, Action> {
    children.store(of: elements, at: position)
  }
}

/// The stores of a collection's elements by their ids.
///
/// The path to an existing store is inlined into the client: code specialized for the type of an
/// element is ten times as fast as unspecialized code.
@MainActor
@usableFromInline
final class ElementStores<ID: Hashable & Sendable, State, Action> {
  @usableFromInline let runtime: StoreRuntime
  @usableFromInline nonisolated let parent: UInt64
  @usableFromInline let fileID: StaticString
  @usableFromInline let line: UInt
  @usableFromInline let location: StateLocation<IdentifiedArray<ID, State>>
  @usableFromInline let deliverAction: (ID, _ store: UInt64) -> ActionDelivery
  /// Changes when elements come, go or move.
  @usableFromInline let structure: ObservedValue
  // Touched in the isolation of the store only, as its cache is.
  @exclusivity(unchecked) @usableFromInline var stores: [ID: Store<State, Action>] = [:]
  @exclusivity(unchecked) @usableFromInline var structureOfStores: UInt64?
  /// Stores by the positions of their elements, in a collection with the structure that follows.
  /// Unretained: `stores` keeps them, and any removal from it empties the list.
  @exclusivity(unchecked) @usableFromInline
  nonisolated(unsafe) var positions: [Unmanaged<AnyObject>?] = []
  @exclusivity(unchecked) @usableFromInline
  nonisolated(unsafe) var structureOfPositions: UInt64?

  @inlinable
  init<ParentState, ParentAction>(
    of parent: Store<ParentState, ParentAction>,
    at location: StateLocation<IdentifiedArray<ID, State>>, _ keyPath: AnyKeyPath,
    fileID: StaticString, line: UInt, destruction: @escaping Destruction,
    casePath: @escaping (ID) -> AnyCasePath<ParentAction, Action>
  ) {
    runtime = parent.runtime
    self.parent = parent.identity.id
    self.fileID = fileID
    self.line = line
    self.location = location
    deliverAction = { [delivery = parent.delivery] id, store in
      .layer(
        TypedDeliveryLayer(to: delivery, in: casePath(id), from: store, destruction: destruction))
    }
    structure = .watching(
      isCheapToCompare: location.isCheapToCompare, whileThere: { location.structure() }
    ).at(keyPath)
  }

  @inlinable
  func collection() -> _StoreCollection<ID, State, Action> {
    let elements = location.read()
    if structureOfStores != elements.structure { removeStores(ofOthersThan: elements) }
    return _StoreCollection(self, elements)
  }

  /// Gives up the stores of elements that are gone.
  @inlinable
  func removeStores(ofOthersThan elements: IdentifiedArray<ID, State>) {
    structureOfStores = elements.structure
    let gone = stores.keys.filter { elements.index(id: $0) == nil }
    for id in gone { removeStore(of: id) }
  }

  /// Releases a store, after the access to the table has ended: its deinitializer may come back
  /// here.
  @discardableResult
  @inlinable
  func removeStore(of id: ID) -> Store<State, Action>? {
    structureOfPositions = nil
    positions = []
    return stores.removeValue(forKey: id)
  }

  /// The store of the element at a position, whose isolation `Collection` cannot express.
  @inlinable
  nonisolated func store(
    of elements: IdentifiedArray<ID, State>, at position: Int
  ) -> Store<State, Action> {
    precondition(
      position >= 0 && position < elements.count, "There is no element at \(position).")
    requireMainActor()
    if let store = knownStore(of: elements, at: position) { return store }
    let access = UncheckedSendable((self, elements))
    return MainActor.assumeIsolated {
      let (children, elements) = access.value
      return children.findStore(of: elements, at: position)
    }
  }

  /// Traps outside of the main actor's isolation.
  @inlinable
  @inline(__always)
  nonisolated func requireMainActor() {
    if !composable_is_on_main_actor() { checkMainActor() }
  }

  @inline(never)
  @usableFromInline
  nonisolated func checkMainActor() {
    MainActor.preconditionIsolated("Stores are taken from a collection on the main actor.")
    rememberMainExecutor()
  }

  /// The store of an element, if it was taken before from a collection of the same structure.
  ///
  /// Called in the isolation of the stores.
  @inlinable
  nonisolated func knownStore(
    of elements: IdentifiedArray<ID, State>, at position: Int
  ) -> Store<State, Action>? {
    guard structureOfPositions == elements.structure, let known = positions[position] else {
      return nil
    }
    let store = unsafeDowncast(known.takeUnretainedValue(), to: Store<State, Action>.self)
    StoreInstrumentation.childRequested(store.identity.id, of: parent, isCached: true)
    return store
  }

  /// The store of an element, found by its id, or made.
  @inlinable
  func findStore(
    of elements: IdentifiedArray<ID, State>, at position: Int
  ) -> Store<State, Action> {
    let id = elements.ids[position]
    let known = stores[id]
    let store = known ?? makeStore(of: elements, at: position, id: id)
    StoreInstrumentation.childRequested(
      store.identity.id, of: parent, isCached: known != nil)
    note(store, of: elements, at: position)
    return store
  }

  @inlinable
  func makeStore(
    of elements: IdentifiedArray<ID, State>, at position: Int, id: ID
  ) -> Store<State, Action> {
    let storeID = composable_make_id()
    let store = Store<State, Action>(
      runtime: runtime,
      location: .child(
        ElementLocator(
          location, id: id, position: position, last: elements[position], in: runtime.frame)),
      delivery: deliverAction(id, storeID),
      identity: StoreIdentity(
        id: storeID, parent: parent, feature: State.self, fileID: fileID, line: line))
    stores[id] = store
    return store
  }

  /// Remembers a store by its element's position.
  @inlinable
  func note(
    _ store: Store<State, Action>, of elements: IdentifiedArray<ID, State>, at position: Int
  ) {
    if structureOfPositions != elements.structure {
      structureOfPositions = elements.structure
      positions = Array(repeating: nil, count: elements.count)
    }
    positions[position] = .passUnretained(store)
  }
}

extension ElementStores: StoresOfChildren {
  nonisolated var areReferred: Bool {
    MainActor.assumeIsolated {
      // Released, and retained again if they still exist.
      for id in stores.keys {
        weak let store = removeStore(of: id)
        if let store { stores[id] = store }
      }
      return !stores.isEmpty
    }
  }
}

extension StateLocation {
  /// The stamp of a collection: see ``IdentifiedArray``.
  @inlinable
  func structure<ID, Element>() -> UInt64? where State == IdentifiedArray<ID, Element> {
    address()?.pointee.structure ?? current?.structure
  }
}
