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
    if let child = cache.object(.child, for: state, action) {
      let child = unsafeDowncast(
        child.takeUnretainedValue(), to: Store<ChildState, ChildAction>.self)
      StoreInstrumentation.childRequested(
        child.identity.id, of: identity.id, isCached: true)
      return child
    }
    let id = composable_make_id()
    let child = Store<ChildState, ChildAction>(
      runtime: runtime,
      location: location(of: state),
      delivery: .layer(
        TypedDeliveryLayer(
          to: delivery, in: Action.allCasePaths[keyPath: action], from: id,
          destruction: destruction(of: Action.self))),
      identity: StoreIdentity(
        id: id, parent: identity.id, feature: ChildState.self, fileID: fileID,
        line: line)
    )
    cache.insert(child, .child, for: state, action)
    StoreInstrumentation.childRequested(child.identity.id, of: identity.id, isCached: false)
    return child
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
}
