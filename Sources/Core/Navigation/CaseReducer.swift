/// A reducer of an enum, each case of which is a feature of its own, such as the destinations that
/// a feature presents.
public protocol CaseReducer<State, Action>: Reducer
where State: CasePathable, Action: CasePathable {
  /// What the body is made of. Named here once more, so that it is found by the static body.
  override associatedtype Body: Reducer where Body.State == State, Body.Action == Action
  /// The stores of the features, one case for each.
  associatedtype CaseScope: _CaseScopeProtocol
  /// The reducer of all cases.
  static var body: Body { get }
  /// The store of the feature that the state is of.
  @MainActor static func scope(_ store: Store<State, Action>) -> CaseScope
}

extension CaseReducer {
  /// The reducer of all cases.
  public var body: Body { Self.body }

  /// There is nothing to create: an enum of features is run by its ``body-swift.type.property``.
  ///
  /// Declared for its message, where a case of another enum has such an enum as its feature: the
  /// compiler crashes on an initializer that does not exist in what a macro generates.
  @available(
    *, unavailable,
    message:
      "an enum of features is run by its static 'body': write 'Destination.body' rather than 'Destination()', and, for a case of another enum, 'case destination(Destination.Body = Destination.body)'"
  )
  public init() { preconditionFailure("There is nothing to create.") }
}

/// The state of a ``CaseReducer``, which knows its reducer.
public protocol CaseReducerState: CasePathable {
  /// The reducer of all cases.
  associatedtype StateReducer: CaseReducer where StateReducer.State == Self
}

/// The stores of the features of a ``CaseReducer``.
public protocol _CaseScopeProtocol {}

extension Reducer {
  /// Runs the feature that is presented, one of several that a ``CaseReducer`` lists.
  ///
  /// - Parameters:
  ///   - state: The projected value of the parent's `@PresentationState` property.
  ///   - action: The case of the parent's action that holds the presentation's.
  @inlinable
  public func ifLet<ChildState: CaseReducerState, ChildAction>(
    _ state: WritableKeyPath<State, PresentationState<ChildState>>,
    action: CaseKeyPath<Action, PresentationAction<ChildAction>>,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> some ReducerOf<Self>
  where Action: CasePathable, ChildState.StateReducer.Action == ChildAction {
    ifLet(
      state, action: action, destination: { ChildState.StateReducer.body }, fileID: fileID,
      filePath: filePath, line: line, column: column)
  }

  /// Runs the features on a stack, each one of several that a ``CaseReducer`` lists.
  ///
  /// - Parameters:
  ///   - state: The stack within the parent's state.
  ///   - action: The case of the parent's action that holds the stack's.
  @inlinable
  public func forEach<DestinationState: CaseReducerState, DestinationAction>(
    _ state: WritableKeyPath<State, StackState<DestinationState>>,
    action: CaseKeyPath<Action, StackAction<DestinationState, DestinationAction>>,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> some ReducerOf<Self>
  where Action: CasePathable, DestinationState.StateReducer.Action == DestinationAction {
    forEach(
      state, action: action, destination: { DestinationState.StateReducer.body }, fileID: fileID,
      filePath: filePath, line: line, column: column)
  }
}

extension Store where State: CaseReducerState, State.StateReducer.Action == Action {
  /// The store of the feature that the state is of, to switch over.
  public var `case`: State.StateReducer.CaseScope {
    State.StateReducer.scope(self)
  }
}
