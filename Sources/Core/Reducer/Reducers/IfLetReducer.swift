import CompanionSupport

extension Reducer {
  /// Runs a child feature while its optional state is not `nil`.
  ///
  /// The child runs before the parent, so that the parent may react to a child's action by setting
  /// the state to `nil`. When the state becomes `nil`, or is replaced by one with another identity
  /// (the id of an `Identifiable` state, the case of an enum), the child's effects are cancelled.
  ///
  /// ```swift
  /// var body: some ReducerOf<Self> {
  ///   Reduce { state, action in
  ///     switch action {
  ///     case .detailButtonTapped: state.detail = Counter.State()
  ///     case .closeButtonTapped: state.detail = nil
  ///     default: break
  ///     }
  ///     return .none
  ///   }
  ///   .ifLet(\.detail, action: \.detail) { Counter() }
  /// }
  /// ```
  ///
  /// A child's action that arrives while the state is `nil` is reported as an issue and ignored.
  /// The usual cause is a reducer beside this one that removes the child before the child has seen
  /// the action. Remove the child in the reducer that `ifLet` is attached to, as above: the child
  /// runs first, and its effects are cancelled at once.
  ///
  /// - Parameters:
  ///   - toChildState: The optional child state.
  ///   - toChildAction: The case of the parent's action that holds the child's.
  ///   - child: The child's reducer.
  @inlinable
  public func ifLet<
    ChildState: _OptionalChildState, ChildAction: CasePathable,
    Child: Reducer<ChildState._ChildState, ChildAction._ChildAction>
  >(
    _ toChildState: WritableKeyPath<State, ChildState>,
    action toChildAction: CaseKeyPath<Action, ChildAction>,
    @ReducerBuilder<ChildState._ChildState, ChildAction._ChildAction> then child: () -> Child,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> some Reducer<State, Action>
  where Action: CasePathable, ChildState._StateKind == ChildAction._ChildKind {
    ChildState._reducer(
      parent: self, toChildState, AnyCasePath(toChildAction), child: child(),
      fileID: fileID, filePath: filePath, line: line, column: column)
  }

  /// Runs a child feature while its optional state is not `nil`. Its actions need not be
  /// ``CasePathable``.
  ///
  /// - Parameters:
  ///   - toWrappedState: The optional child state.
  ///   - toWrappedAction: The case of the parent's action that holds the child's.
  ///   - wrapped: The child's reducer.
  @_disfavoredOverload
  @inlinable
  public func ifLet<WrappedState, WrappedAction, Wrapped: Reducer<WrappedState, WrappedAction>>(
    _ toWrappedState: WritableKeyPath<State, WrappedState?>,
    action toWrappedAction: CaseKeyPath<Action, WrappedAction>,
    @ReducerBuilder<WrappedState, WrappedAction> then wrapped: () -> Wrapped,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> some Reducer<State, Action> where Action: CasePathable {
    _IfLetReducer(
      parent: self,
      toChildState: toWrappedState,
      toChildAction: AnyCasePath(toWrappedAction),
      child: wrapped(),
      source: SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column)
    )
  }
}

extension Reducer {
  /// Runs a child feature on optional state, for a parent that has no actions but the child's:
  /// `ifLet(\.detail, action: \.self)`.
  ///
  /// - Parameters:
  ///   - toWrappedState: The optional child state.
  ///   - toWrappedAction: `\.self`.
  ///   - wrapped: The child's reducer.
  @_disfavoredOverload
  @inlinable
  public func ifLet<WrappedState, Wrapped: Reducer<WrappedState, Action>>(
    _ toWrappedState: WritableKeyPath<State, WrappedState?>,
    action toWrappedAction: KeyPath<_WholeAction, _WholeAction>,
    @ReducerBuilder<WrappedState, Action> then wrapped: () -> Wrapped,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> some Reducer<State, Action> {
    _IfLetReducer(
      parent: self,
      toChildState: toWrappedState,
      toChildAction: AnyCasePath<Action, Action>(),
      child: wrapped(),
      source: SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column)
    )
  }

  /// Presents a prompt, such as an alert, which has no logic of its own: each of its actions sets
  /// its state to `nil`.
  ///
  /// - Parameters:
  ///   - toWrappedState: The optional state of the prompt.
  ///   - toWrappedAction: The case of the parent's action that holds the prompt's.
  @_disfavoredOverload
  @inlinable
  public func ifLet<WrappedState: _EphemeralState, WrappedAction>(
    _ toWrappedState: WritableKeyPath<State, WrappedState?>,
    action toWrappedAction: CaseKeyPath<Action, WrappedAction>,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> some Reducer<State, Action> where Action: CasePathable {
    ifLet(
      toWrappedState, action: toWrappedAction,
      then: { EmptyReducer<WrappedState, WrappedAction>() },
      fileID: fileID, filePath: filePath, line: line, column: column)
  }
}

/// The return type of `ifLet(_:action:then:)`.
public struct _IfLetReducer<Parent: Reducer, Child: Reducer>: _PreparedReducer {
  @usableFromInline let parent: Parent
  @usableFromInline let toChildState: WritableKeyPath<Parent.State, Child.State?>
  @usableFromInline let toChildAction: AnyCasePath<Parent.Action, Child.Action>
  @usableFromInline let child: Child
  @usableFromInline let source: SourcePlace

  @usableFromInline
  init(
    parent: Parent,
    toChildState: WritableKeyPath<Parent.State, Child.State?>,
    toChildAction: AnyCasePath<Parent.Action, Child.Action>,
    child: Child,
    source: SourcePlace
  ) {
    self.parent = parent
    self.toChildState = toChildState
    self.toChildAction = toChildAction
    self.child = child
    self.source = source
  }

  /// Prepares the parent and the child.
  @inlinable
  public func _prepare() -> PreparedReducer<Parent.State, Parent.Action> {
    let optional = OptionalOperator(toChildState, toChildAction, source)
    return PreparedReducer(parent._prepare(), child.preparedAsChild()) { optional.logic($0, $1) }
  }
}
