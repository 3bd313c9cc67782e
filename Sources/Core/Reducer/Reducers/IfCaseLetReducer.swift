import CompanionSupport

extension Reducer {
  /// Runs a child feature while the state, an enum, is of one case.
  ///
  /// The child runs before the parent, so that the parent may react to a child's action by changing
  /// the case. When the state changes to another case, the child's effects are cancelled.
  ///
  /// ```swift
  /// Reduce { state, action in … }
  ///   .ifCaseLet(\.loggedIn, action: \.loggedIn) { LoggedIn() }
  ///   .ifCaseLet(\.loggedOut, action: \.loggedOut) { LoggedOut() }
  /// ```
  ///
  /// A child's action that arrives while the state is of another case is reported as an issue.
  ///
  /// - Parameters:
  ///   - toCaseState: The case of the state that holds the child's.
  ///   - toCaseAction: The case of the parent's action that holds the child's.
  ///   - case: The child's reducer.
  @inlinable
  public func ifCaseLet<CaseState, CaseAction, Case: Reducer>(
    _ toCaseState: CaseKeyPath<State, CaseState>,
    action toCaseAction: CaseKeyPath<Action, CaseAction>,
    @ReducerBuilder<CaseState, CaseAction> then case: () -> Case,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> _IfCaseLetReducer<Self, Case>
  where
    State: CasePathable, Action: CasePathable, CaseState == Case.State, CaseAction == Case.Action
  {
    _IfCaseLetReducer(
      parent: self,
      toChildState: AnyCasePath(toCaseState),
      toChildAction: AnyCasePath(toCaseAction),
      child: `case`(),
      slotKey: toCaseState,
      source: SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column))
  }
}

/// The return type of `ifCaseLet(_:action:then:)`.
public struct _IfCaseLetReducer<Parent: Reducer, Child: Reducer>: _PreparedReducer {
  @usableFromInline let parent: Parent
  @usableFromInline let toChildState: AnyCasePath<Parent.State, Child.State>
  @usableFromInline let toChildAction: AnyCasePath<Parent.Action, Child.Action>
  @usableFromInline let child: Child
  /// Distinguishes the component of the child from others.
  @usableFromInline let slotKey: AnyKeyPath
  @usableFromInline let source: SourcePlace

  @usableFromInline
  init(
    parent: Parent,
    toChildState: AnyCasePath<Parent.State, Child.State>,
    toChildAction: AnyCasePath<Parent.Action, Child.Action>,
    child: Child,
    slotKey: AnyKeyPath,
    source: SourcePlace
  ) {
    self.parent = parent
    self.toChildState = toChildState
    self.toChildAction = toChildAction
    self.child = child
    self.slotKey = slotKey
    self.source = source
  }

  /// Prepares the parent and the child.
  public func _prepare() -> PreparedReducer<Parent.State, Parent.Action> {
    let operation = CaseOperator(
      toChildState, toChildAction, source, slotFor: slotKey, name: "ifCaseLet")
    return PreparedReducer(parent._prepare(), child.preparedAsChild()) { operation.logic($0, $1) }
  }
}
