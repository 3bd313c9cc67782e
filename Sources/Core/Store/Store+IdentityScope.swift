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
    scopedStore(at: state, action, in: AnyCasePath(identity: action), fileID: fileID, line: line)
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
}
