import CCore
import CompanionSupport
public import OrderedCollections

extension StoreActor {
  /// A store of an optional child, or `nil` while there is no child.
  ///
  /// ```swift
  /// if let order = await session.scope(\.order, action: \.order) {
  ///   await order.send(.confirmed)
  /// }
  /// ```
  ///
  /// It runs on the same executor, and keeps the root alive. Each call creates another store: keep
  /// it if it is used often. A store that outlives its child keeps the state that was last read
  /// from it, and actions sent to it are reported by the reducer that embeds the child. Observers
  /// in the isolation of the store are notified when the child is added, removed, or replaced by
  /// another one.
  ///
  /// - Parameters:
  ///   - state: The child's state within this store's.
  ///   - action: The case of this store's action that holds the child's.
  public func scope<ChildState, ChildAction>(
    _ state: any KeyPath<State, ChildState?> & Sendable,
    action: any CaseKeyPath<Action, ChildAction> & Sendable,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> StoreActor<ChildState, ChildAction>? where Action: CasePathable {
    let location = focus.location.appending(state)
    willRead(childAt: action, state) {
      .watching(
        isCheapToCompare: location.isCheapToCompare,
        identity: location.identifier(ofOptional: ChildIdentity<ChildState>())
      ).at(state)
    }
    // Reading it runs code of the user where the property is a computed one.
    guard let child = runtime.reading({ location.read() }) else { return nil }
    return makeChild(
      at: .child(
        OptionalLocator(
          location, findPayload: focus.location.payloadFinder(of: state, at: location),
          last: child, in: runtime.frame)),
      in: Action.allCasePaths[keyPath: action], fileID: fileID, line: line)
  }

  /// The stores of the elements of a collection, created on first access.
  ///
  /// ```swift
  /// for room in await building.scope(\.rooms, action: \.rooms) {
  ///   await room.send(.doorClosed)
  /// }
  /// let hall = await building.scope(\.rooms, action: \.rooms)[id: "hall"]
  /// ```
  ///
  /// The result has the elements of the moment of the call. A store finds its element by its id,
  /// wherever it moves. Each call creates other stores: keep one that is used often. Observers in
  /// the isolation of the store are notified when elements are added, removed or moved.
  ///
  /// - Parameters:
  ///   - state: The collection within this store's state.
  ///   - action: The case of this store's action that holds an element's id and action.
  public func scope<ElementID: Hashable & Sendable, ElementState, ElementAction>(
    _ state: any KeyPath<State, IdentifiedArray<ElementID, ElementState>> & Sendable,
    action: any CaseKeyPath<Action, IdentifiedAction<ElementID, ElementAction>> & Sendable,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> _StoreActorCollection<ElementID, ElementState, ElementAction> where Action: CasePathable {
    let toElements = Action.allCasePaths[keyPath: action]
    return collection(
      at: focus.location.appending(state), (action, state), fileID: fileID, line: line
    ) { id in
      toElements.appending(IdentifiedAction<ElementID, ElementAction>.allCasePaths[id: id])
    }
  }

  /// The stores of the elements of a stack, from the root to the top, created on first access.
  ///
  /// The same applies as to the elements of a collection. The same call returns a store of the
  /// whole stack where the context requires its type, `StoreActor<StackState<…>, StackAction<…>>`.
  ///
  /// - Parameters:
  ///   - state: The stack within this store's state.
  ///   - action: The case of this store's action that holds the stack's.
  public func scope<ElementState, ElementAction>(
    _ state: any KeyPath<State, StackState<ElementState>> & Sendable,
    action: any CaseKeyPath<Action, StackAction<ElementState, ElementAction>> & Sendable,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> _StoreActorCollection<StackElementID, ElementState, ElementAction>
  where Action: CasePathable {
    let toElements = Action.allCasePaths[keyPath: action]
    return collection(
      at: focus.location.appending(state).appending(\.storage), (action, state), fileID: fileID,
      line: line
    ) { id in
      toElements.appending(StackAction<ElementState, ElementAction>.allCasePaths[id: id])
    }
  }

  private func collection<ElementID: Hashable & Sendable, ElementState, ElementAction>(
    at location: StateLocation<IdentifiedArray<ElementID, ElementState>>,
    _ keyPaths: (action: AnyKeyPath, state: AnyKeyPath), fileID: StaticString, line: UInt,
    casePath: @escaping (ElementID) -> AnyCasePath<Action, ElementAction>
  ) -> _StoreActorCollection<ElementID, ElementState, ElementAction> {
    willRead(childAt: keyPaths.action, keyPaths.state) {
      .watching(
        isCheapToCompare: location.isCheapToCompare, whileThere: { location.structure() }
      ).at(keyPaths.state)
    }
    let elements = runtime.reading { location.read() }
    return _StoreActorCollection(
      ids: elements.ids,
      stores: ElementStoreActors { [parent = self, frame = runtime.frame] id, position in
        parent.makeChild(
          at: .child(
            ElementLocator(
              location, id: id, position: position, last: elements[unchecked: position],
              in: frame)),
          in: casePath(id), fileID: fileID, line: line)
      })
  }

  /// A store of a child that sends its actions in a case of this store's.
  nonisolated func makeChild<ChildState, ChildAction>(
    at location: StateLocation<ChildState>, in casePath: AnyCasePath<Action, ChildAction>,
    fileID: StaticString, line: UInt
  ) -> StoreActor<ChildState, ChildAction> {
    let child = StoreIdentity(
      id: composable_make_id(), parent: identity.id, feature: ChildState.self, fileID: fileID,
      line: line)
    defer { StoreInstrumentation.childRequested(child.id, of: child.parent, isCached: false) }
    return StoreActor<ChildState, ChildAction>(
      isolation: isolation,
      runtime: runtime,
      focus: StoreFocus(
        location: location,
        delivery: .layer(
          TypedDeliveryLayer(
            to: focus.delivery, in: casePath, from: child.id,
            destruction: destruction(of: Action.self)))),
      identity: child)
  }
}

/// The stores of a collection's elements at one moment, each on the actor of the collection's
/// store.
public struct _StoreActorCollection<ID: Hashable & Sendable, State, Action>:
  RandomAccessCollection, Sendable
{
  /// The ids of the elements.
  public let ids: OrderedSet<ID>
  private let stores: ElementStoreActors<ID, State, Action>

  fileprivate init(ids: OrderedSet<ID>, stores: ElementStoreActors<ID, State, Action>) {
    self.ids = ids
    self.stores = stores
  }

  /// The position of the first store: 0.
  public var startIndex: Int { 0 }

  /// The number of stores.
  public var endIndex: Int { ids.count }

  /// The store of the element with an id, or `nil` where there is none.
  public subscript(id id: ID) -> StoreActor<State, Action>? {
    ids.firstIndex(of: id).map { self[$0] }
  }

  /// The store of the element at `position`.
  public subscript(position: Int) -> StoreActor<State, Action> {
    stores.store(of: ids[position], at: position)
  }
}

/// The stores of a collection's elements, created on first access.
///
/// Unchecked: the function is called under the lock. It does nothing with a state but to copy it.
private final class ElementStoreActors<ID: Hashable & Sendable, State, Action>: @unchecked Sendable
{
  private let stores = Locked<[ID: StoreActor<State, Action>]>([:])
  private let make: (ID, _ position: Int) -> StoreActor<State, Action>

  init(make: @escaping (ID, _ position: Int) -> StoreActor<State, Action>) {
    self.make = make
  }

  func store(of id: ID, at position: Int) -> StoreActor<State, Action> {
    stores.withLock { stores in
      if let store = stores[id] { return store }
      let store = make(id, position)
      stores[id] = store
      return store
    }
  }
}
