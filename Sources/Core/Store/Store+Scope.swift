public import CCore

extension Store {
  /// A store of a child feature, focused on a part of the state and the actions of one case.
  ///
  /// The same two key paths return the same store each time.
  ///
  /// ```swift
  /// let counter = store.scope(\.counter, action: \.counter)
  /// counter.send(.incrementButtonTapped)
  /// ```
  ///
  /// - Parameters:
  ///   - state: The child's state within this store's.
  ///   - action: The case of this store's action that holds the child's.
  @inlinable
  public func scope<ChildState, ChildAction>(
    _ state: KeyPath<State, ChildState>,
    action: CaseKeyPath<Action, ChildAction>,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> Store<ChildState, ChildAction> where Action: CasePathable {
    scopedStore(
      at: state, action, in: Action.allCasePaths[keyPath: action], fileID: fileID, line: line)
  }

  /// A store of a child feature; the spelling of earlier versions.
  @inlinable
  public func scope<ChildState, ChildAction>(
    state: KeyPath<State, ChildState>,
    action: CaseKeyPath<Action, ChildAction>,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> Store<ChildState, ChildAction> where Action: CasePathable {
    scope(state, action: action, fileID: fileID, line: line)
  }

  /// The store of a part of the state, created on first access.
  ///
  /// - Parameters:
  ///   - action: The key path to the case, which finds the store again.
  ///   - casePath: Evaluated for a new store only.
  @inlinable
  @inline(__always)
  func scopedStore<ChildState, ChildAction>(
    at state: KeyPath<State, ChildState>, _ action: AnyKeyPath,
    in casePath: @autoclosure () -> AnyCasePath<Action, ChildAction>,
    fileID: StaticString, line: UInt
  ) -> Store<ChildState, ChildAction> {
    if let child = cached(Store<ChildState, ChildAction>.self, for: state, action) {
      StoreInstrumentation.childRequested(child.identity.id, of: identity.id, isCached: true)
      return child
    }
    let child = makeChild(at: location(of: state), in: casePath(), fileID: fileID, line: line)
    cache.insert(child, for: state, action)
    return child
  }

  /// The cached object of two key paths. Their types and their order imply its type.
  @inlinable
  @inline(__always)
  func cached<Object: AnyObject>(
    _: Object.Type, for first: AnyKeyPath, _ second: AnyKeyPath
  ) -> Object? {
    guard let object = cache.object(for: first, second) else { return nil }
    return unsafeDowncast(object.takeUnretainedValue(), to: Object.self)
  }

  /// A store of a child that sends its actions in a case of this store's.
  @inlinable
  func makeChild<ChildState, ChildAction>(
    at location: StateLocation<ChildState>, in casePath: AnyCasePath<Action, ChildAction>,
    fileID: StaticString, line: UInt
  ) -> Store<ChildState, ChildAction> {
    let id = composable_make_id()
    let child = Store<ChildState, ChildAction>(
      runtime: runtime,
      location: location,
      delivery: .layer(
        TypedDeliveryLayer(
          to: delivery, in: casePath, from: id, destruction: destruction(of: Action.self))),
      identity: StoreIdentity(
        id: id, parent: identity.id, feature: ChildState.self, fileID: fileID, line: line))
    StoreInstrumentation.childRequested(child.identity.id, of: identity.id, isCached: false)
    return child
  }
}
