import CompanionSupport

extension Reducer {
  /// Runs the features on a navigation stack.
  ///
  /// The element that an action addresses runs before the parent. A popped element is removed after
  /// the parent, which can still read it; a pushed element exists when the parent runs. The effects
  /// of removed elements are cancelled.
  ///
  /// ```swift
  /// Reduce { state, action in … }
  ///   .forEach(\.path, action: \.path) { Path() }
  /// ```
  ///
  /// An action for a missing element is reported as an issue.
  ///
  /// - Parameters:
  ///   - toStackState: The stack within the parent's state.
  ///   - toStackAction: The case of the parent's action that holds the stack's.
  ///   - destination: The reducer of the elements.
  @_disfavoredOverload
  @inlinable
  public func forEach<
    DestinationState, DestinationAction,
    Destination: Reducer<DestinationState, DestinationAction>
  >(
    _ toStackState: WritableKeyPath<State, StackState<DestinationState>>,
    action toStackAction: CaseKeyPath<Action, StackAction<DestinationState, DestinationAction>>,
    @ReducerBuilder<DestinationState, DestinationAction> destination: () -> Destination,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> some Reducer<State, Action> where Action: CasePathable {
    _StackReducer(
      base: self,
      toStackState: toStackState,
      toStackAction: AnyCasePath(toStackAction),
      destination: destination(),
      source: SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column))
  }
}

extension Reducer {
  /// Runs the features on a navigation stack, for a parent that has no actions but the stack's:
  /// `forEach(\.path, action: \.self)`.
  ///
  /// - Parameters:
  ///   - toStackState: The stack within the parent's state.
  ///   - toStackAction: `\.self`.
  ///   - destination: The reducer of the elements.
  @_disfavoredOverload
  @inlinable
  public func forEach<
    DestinationState, DestinationAction,
    Destination: Reducer<DestinationState, DestinationAction>
  >(
    _ toStackState: WritableKeyPath<State, StackState<DestinationState>>,
    action toStackAction: KeyPath<_WholeAction, _WholeAction>,
    @ReducerBuilder<DestinationState, DestinationAction> destination: () -> Destination,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> some Reducer<State, Action>
  where Action == StackAction<DestinationState, DestinationAction> {
    _StackReducer(
      base: self,
      toStackState: toStackState,
      toStackAction: AnyCasePath<Action, Action>(),
      destination: destination(),
      source: SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column))
  }
}

/// The return type of `forEach(_:action:destination:)`.
public struct _StackReducer<Base: Reducer, Destination: Reducer>: _PreparedReducer {
  @usableFromInline let base: Base
  @usableFromInline
  let toStackState: WritableKeyPath<Base.State, StackState<Destination.State>>
  @usableFromInline
  let toStackAction: AnyCasePath<Base.Action, StackAction<Destination.State, Destination.Action>>
  @usableFromInline let destination: Destination
  @usableFromInline let source: SourcePlace

  @usableFromInline
  init(
    base: Base,
    toStackState: WritableKeyPath<Base.State, StackState<Destination.State>>,
    toStackAction: AnyCasePath<Base.Action, StackAction<Destination.State, Destination.Action>>,
    destination: Destination,
    source: SourcePlace
  ) {
    self.base = base
    self.toStackState = toStackState
    self.toStackAction = toStackAction
    self.destination = destination
    self.source = source
  }

  /// Prepares the parent and the elements' reducer.
  @inlinable
  public func _prepare() -> PreparedReducer<Base.State, Base.Action> {
    let stack = StackOperator(toStackState, toStackAction, source)
    return PreparedReducer(base._prepare(), destination.preparedAsElement()) { stack.logic($0, $1) }
  }
}
