import CCore

extension Store {
  /// A store of a part of the state, with the case of the action as a path.
  ///
  /// - Parameters:
  ///   - state: The child's state within this store's.
  ///   - action: The case of this store's action that holds the child's.
  @available(
    *, deprecated,
    message: "Name the case by a key path: 'scope(\\.child, action: \\.child)'."
  )
  public func scope<ChildState, ChildAction>(
    state: KeyPath<State, ChildState>,
    action: AnyCasePath<Action, ChildAction>,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> Store<ChildState, ChildAction> {
    makeChild(at: location(of: state), in: action, fileID: fileID, line: line)
  }

  /// A store of a part of the state, projected by functions.
  ///
  /// Each call makes another store.
  ///
  /// - Parameters:
  ///   - toChildState: Returns the child's state from this store's.
  ///   - fromChildAction: Returns this store's action that holds the child's.
  @available(
    *, deprecated,
    message:
      "Use key paths: 'scope(\\.child, action: \\.child)'. What is derived from the state can be a computed property of it."
  )
  @_disfavoredOverload
  public func scope<ChildState, ChildAction>(
    state toChildState: @escaping (_ state: State) -> ChildState,
    action fromChildAction: @escaping (_ childAction: ChildAction) -> Action,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> Store<ChildState, ChildAction> {
    // Called in the store's isolation only.
    let embed = UncheckedSendable(fromChildAction)
    return makeChild(
      at: .computed { [location] in toChildState(location.read()) },
      in: AnyCasePath(embed: { embed.value($0) }, extract: { _ in nil }),
      fileID: fileID, line: line)
  }

  /// A store of a projection of the state, with the actions of this store.
  ///
  /// - Parameter toChildState: Returns the child's state from this store's.
  @available(
    *, deprecated, message: "Use a key path: 'scope(\\.child, action: \\.self)'."
  )
  public func scope<ChildState>(
    state toChildState: @escaping (_ state: State) -> ChildState,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> Store<ChildState, Action> {
    scope(state: toChildState, action: { $0 }, fileID: fileID, line: line)
  }
}
