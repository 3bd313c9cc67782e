public import CCore

extension Store {
  /// A store of a child feature, focused on a part of the state and the actions of one case.
  ///
  /// The same two key paths give the same store each time.
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
    if let child = children.store(state: state, action: action) {
      return unsafeDowncast(child, to: Store<ChildState, ChildAction>.self)
    }
    let embed = Action.allCasePaths[keyPath: action]._embed
    let child = Store<ChildState, ChildAction>(
      runtime: runtime,
      location: location.appending(state),
      deliver: Self.delivery(through: deliver, embedding: embed),
      identity: StoreIdentity(
        id: composable_make_id(), parent: identity.id, feature: ChildState.self, fileID: fileID,
        line: line)
    )
    children.insert(child, state: state, action: action)
    return child
  }

  /// Outside of the main actor's isolation, as a closure made within it would check on each call that
  /// it runs there. Whoever can send to a store is in its isolation already.
  @inlinable
  nonisolated static func delivery<ChildAction>(
    through deliver: @escaping (Action) -> StoreTask,
    embedding embed: @escaping (ChildAction) -> Action
  ) -> (ChildAction) -> StoreTask {
    { deliver(embed($0)) }
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
