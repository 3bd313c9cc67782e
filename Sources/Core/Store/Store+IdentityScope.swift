import CCore

extension Store {
  /// A store of a part of the state that sends this store's actions:
  /// `store.scope(\.counter, action: \.self)`.
  ///
  /// The same key path returns the same store each time.
  ///
  /// - Parameters:
  ///   - state: The child's state within this store's.
  ///   - action: `\.self`.
  @inlinable
  @_disfavoredOverload
  public func scope<ChildState>(
    _ state: KeyPath<State, ChildState>,
    action: KeyPath<Action, Action>,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> Store<ChildState, Action> {
    if let child = cache.object(.child, for: state, action) {
      let child = unsafeDowncast(child.takeUnretainedValue(), to: Store<ChildState, Action>.self)
      StoreInstrumentation.childRequested(child.identity.id, of: identity.id, isCached: true)
      return child
    }
    let child = makeChild(
      at: location(of: state), in: AnyCasePath(identity: action), fileID: fileID, line: line)
    cache.insert(child, .child, for: state, action)
    return child
  }

  /// A store of a part of the state that sends this store's actions; the spelling of earlier
  /// versions.
  @inlinable
  @_disfavoredOverload
  public func scope<ChildState>(
    state: KeyPath<State, ChildState>,
    action: KeyPath<Action, Action>,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> Store<ChildState, Action> {
    scope(state, action: action, fileID: fileID, line: line)
  }

  /// A store of a child that sends its actions in a case of this store's.
  @usableFromInline
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
