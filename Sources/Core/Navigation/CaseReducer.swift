/// The reducer of an enum whose cases each hold the state of a feature, such as the destinations of
/// a feature.
public protocol CaseReducer<State, Action>: Reducer
where State: CasePathable, Action: CasePathable {
  /// The type of the body. Declared here again, so that the static body refers to it.
  override associatedtype Body: Reducer where Body.State == State, Body.Action == Action
  /// The stores of the features, one case for each.
  associatedtype CaseScope: _CaseScopeProtocol
  /// The reducer of all cases.
  static var body: Body { get }
  /// The store of the feature whose case the state is of.
  @MainActor static func scope(_ store: Store<State, Action>) -> CaseScope
}

extension CaseReducer {
  /// The reducer of all cases.
  public var body: Body { Self.body }

  /// A case reducer cannot be created: an enum of features is run by its
  /// ``body-swift.type.property``.
  ///
  /// Declared for its message, for an enum whose case names another such enum as its feature: a
  /// call of a missing initializer in the expansion of a macro crashes the compiler.
  @available(
    *, unavailable,
    message:
      "an enum of features is run by its static 'body': write 'Destination.body' rather than 'Destination()', and, for a case of another enum, 'case destination(Destination.Body = Destination.body)'"
  )
  public init() { preconditionFailure("There is nothing to create.") }
}

/// The state of a ``CaseReducer``, with an associated type for its reducer.
public protocol CaseReducerState: CasePathable, _PresentedState
where _Logic == StateReducer.Body {
  /// The reducer of all cases.
  associatedtype StateReducer: CaseReducer where StateReducer.State == Self
}

extension CaseReducerState {
  /// The reducer of all cases.
  public static var _logic: StateReducer.Body { StateReducer.body }
}

/// The stores of the features of a ``CaseReducer``.
public protocol _CaseScopeProtocol {}

extension Reducer {
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
  /// The store of the feature whose case the state is of, to switch over.
  public var `case`: State.StateReducer.CaseScope {
    State.StateReducer.scope(self)
  }
}

extension Store where State: CasePathable, Action: CasePathable {
  /// The store of the feature whose case the state is of. Called by generated code: in Swift 5
  /// mode, a key path like `\.child` would not be `Sendable` there.
  public func _$scope<ChildState, ChildAction>(
    case state: CaseKeyPath<State, ChildState>, action: CaseKeyPath<Action, ChildAction>
  ) -> Store<ChildState, ChildAction>? {
    scope(\State.[dynamicMember: state], action: action)
  }
}
