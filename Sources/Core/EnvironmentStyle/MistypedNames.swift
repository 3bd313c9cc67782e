// Unavailable overloads for mistyped names, see '_MistypedName'.

extension Scope {
  /// Unavailable: the key path names no state.
  @available(*, unavailable, message: "No property of the state has this name and type.")
  public init<ChildState, ChildAction>(
    _ toChildState: KeyPath<_MistypedName, ChildState>,
    action toChildAction: CaseKeyPath<ParentAction, ChildAction>,
    @ReducerBuilder<ChildState, ChildAction> _ child: () -> Child
  ) where ParentAction: CasePathable, ChildState == Child.State, ChildAction == Child.Action {
    preconditionFailure("The initializer is unavailable.")
  }

  /// Unavailable: the key path names no case.
  ///
  /// Disfavored, so that one overload is the nearest to a wrong child.
  @_disfavoredOverload
  @available(*, unavailable, message: "No case of the action has this name and type.")
  public init<ChildState, ChildAction>(
    _ toChildState: WritableKeyPath<ParentState, ChildState>,
    action toChildAction: KeyPath<_MistypedName, ChildAction>,
    @ReducerBuilder<ChildState, ChildAction> _ child: () -> Child
  ) where ParentAction: CasePathable, ChildState == Child.State, ChildAction == Child.Action {
    preconditionFailure("The initializer is unavailable.")
  }

  /// Unavailable: the key path names no state.
  @available(*, unavailable, message: "No property of the state has this name and type.")
  public init<ChildState, ChildAction>(
    state toChildState: KeyPath<_MistypedName, ChildState>,
    action toChildAction: CaseKeyPath<ParentAction, ChildAction>,
    @ReducerBuilder<ChildState, ChildAction> child: () -> Child
  ) where ParentAction: CasePathable, ChildState == Child.State, ChildAction == Child.Action {
    preconditionFailure("The initializer is unavailable.")
  }

  /// Unavailable: the key path names no case.
  ///
  /// Disfavored, so that one overload is the nearest to a wrong child.
  @_disfavoredOverload
  @available(*, unavailable, message: "No case of the action has this name and type.")
  public init<ChildState, ChildAction>(
    state toChildState: WritableKeyPath<ParentState, ChildState>,
    action toChildAction: KeyPath<_MistypedName, ChildAction>,
    @ReducerBuilder<ChildState, ChildAction> child: () -> Child
  ) where ParentAction: CasePathable, ChildState == Child.State, ChildAction == Child.Action {
    preconditionFailure("The initializer is unavailable.")
  }
}

extension TestStore {
  /// Unavailable: the key path names no case.
  @available(*, unavailable, message: "No case of the action has this name.")
  public func receive(
    _ actionCase: KeyPath<_MistypedName, _MistypedName>,
    timeout duration: Duration? = nil,
    assert updateStateToExpectedResult: ((_ state: inout State) throws -> Void)? = nil
  ) async {
    preconditionFailure("The function is unavailable.")
  }
}

// A disfavored overload serves code that does not say which store it wants.
extension Store {
  /// Unavailable: the key path names no case.
  @available(*, unavailable, message: "No case of the action has this name.")
  public func scope<ChildState, ChildAction>(
    _ toChildState: KeyPath<State, ChildState>,
    action toChildAction: KeyPath<_MistypedName, _MistypedName>
  ) -> Store<ChildState, ChildAction> {
    preconditionFailure("The function is unavailable.")
  }

  /// Unavailable: the key path names no case.
  @_disfavoredOverload
  @available(*, unavailable, message: "No case of the action has this name.")
  public func scope<ChildState>(
    _ toChildState: KeyPath<State, ChildState>,
    action toChildAction: KeyPath<_MistypedName, _MistypedName>
  ) -> Store<ChildState, Never> {
    preconditionFailure("The function is unavailable.")
  }

  /// Unavailable: the key path names no case.
  @available(*, unavailable, message: "No case of the action has this name.")
  public func scope<ChildState, ChildAction>(
    state toChildState: KeyPath<State, ChildState>,
    action toChildAction: KeyPath<_MistypedName, _MistypedName>
  ) -> Store<ChildState, ChildAction> {
    preconditionFailure("The function is unavailable.")
  }

  /// Unavailable: the key path names no case.
  @_disfavoredOverload
  @available(*, unavailable, message: "No case of the action has this name.")
  public func scope<ChildState>(
    state toChildState: KeyPath<State, ChildState>,
    action toChildAction: KeyPath<_MistypedName, _MistypedName>
  ) -> Store<ChildState, Never> {
    preconditionFailure("The function is unavailable.")
  }

  /// Unavailable: the key path names no case.
  @available(*, unavailable, message: "No case of the action has this name.")
  public func scope<ChildState, ChildAction>(
    state toChildState: KeyPath<State, ChildState?>,
    action toChildAction: KeyPath<_MistypedName, _MistypedName>
  ) -> Store<ChildState, ChildAction>? {
    preconditionFailure("The function is unavailable.")
  }

  /// Unavailable: the key path names no case.
  @_disfavoredOverload
  @available(*, unavailable, message: "No case of the action has this name.")
  public func scope<ChildState>(
    state toChildState: KeyPath<State, ChildState?>,
    action toChildAction: KeyPath<_MistypedName, _MistypedName>
  ) -> Store<ChildState, Never>? {
    preconditionFailure("The function is unavailable.")
  }

  /// Unavailable: the key path names no case.
  @available(*, unavailable, message: "No case of the action has this name.")
  public func scope<ID, ChildState>(
    state toChildState: KeyPath<State, IdentifiedArray<ID, ChildState>>,
    action toChildAction: KeyPath<_MistypedName, _MistypedName>
  ) -> [Store<ChildState, Never>] {
    preconditionFailure("The function is unavailable.")
  }
}
