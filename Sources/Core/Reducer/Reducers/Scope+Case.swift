import CompanionSupport

extension Scope {
  /// Embeds a child feature whose state is the payload of a case of the parent's.
  ///
  /// The child's effects continue when the state changes to another case. `ifCaseLet` cancels them.
  ///
  /// - Parameters:
  ///   - toChildState: The case of the parent's state that holds the child's.
  ///   - toChildAction: The case of the parent's action that holds the child's.
  ///   - child: The child's reducer.
  public init<ChildState, ChildAction>(
    state toChildState: CaseKeyPath<ParentState, ChildState>,
    action toChildAction: CaseKeyPath<ParentAction, ChildAction>,
    @ReducerBuilder<ChildState, ChildAction> child: () -> Child,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  )
  where
    ParentState: CasePathable, ParentAction: CasePathable, ChildState == Child.State,
    ChildAction == Child.Action
  {
    self.init(
      .enumCase(
        AnyCasePath(toChildState),
        SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column)),
      AnyCasePath(toChildAction), child())
  }
}
