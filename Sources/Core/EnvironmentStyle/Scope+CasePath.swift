import CompanionSupport

extension Scope {
  /// Embeds a child feature, with the case of the action as a path.
  ///
  /// - Parameters:
  ///   - toChildState: The child's state within the parent's.
  ///   - toChildAction: The case of the parent's action that holds the child's.
  ///   - child: The child's reducer.
  @available(
    *, deprecated,
    message: "Name the case by a key path: 'Scope(\\.child, action: \\.child)'."
  )
  public init<ChildState, ChildAction>(
    state toChildState: WritableKeyPath<ParentState, ChildState>,
    action toChildAction: AnyCasePath<ParentAction, ChildAction>,
    @ReducerBuilder<ChildState, ChildAction> child: () -> Child
  ) where ChildState == Child.State, ChildAction == Child.Action {
    self.init(.property(toChildState), toChildAction, child())
  }

  /// Embeds a child feature whose state is the payload of a case of the parent's.
  ///
  /// The child's effects continue when the state changes to another case. `ifCaseLet` cancels them.
  ///
  /// - Parameters:
  ///   - toChildState: The case of the parent's state that holds the child's.
  ///   - toChildAction: The case of the parent's action that holds the child's.
  ///   - child: The child's reducer.
  @available(
    *, deprecated,
    message:
      "Use 'EmptyReducer().ifCaseLet(\\.child, action: \\.child) { … }', which cancels the child's effects, or a '@Reducer enum'."
  )
  public init<ChildState, ChildAction>(
    state toChildState: AnyCasePath<ParentState, ChildState>,
    action toChildAction: AnyCasePath<ParentAction, ChildAction>,
    @ReducerBuilder<ChildState, ChildAction> child: () -> Child,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) where ChildState == Child.State, ChildAction == Child.Action {
    self.init(
      .enumCase(
        toChildState,
        SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column)),
      toChildAction, child())
  }
}
