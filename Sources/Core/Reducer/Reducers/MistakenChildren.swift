// Unavailable overloads for states and actions that do not go together. Disfavored, so that the
// compiler tries none of them in a chain of operators that fit.

extension Reducer {
  /// Unavailable: the state is presented, and the action is not.
  @_disfavoredOverload
  @available(
    *, unavailable,
    message: """
      The state is presented, with '@Presents', and the action is not: declare \
      'case child(PresentationAction<Child.Action>)'.
      """
  )
  public func ifLet<
    ChildState, ChildAction: CasePathable, Child: Reducer<ChildState, ChildAction>
  >(
    _ toChildState: WritableKeyPath<State, PresentationState<ChildState>>,
    action toChildAction: CaseKeyPath<Action, ChildAction>,
    @ReducerBuilder<ChildState, ChildAction> then child: () -> Child
  ) -> Reduce<State, Action> where Action: CasePathable, ChildAction._ChildKind == _PlainChild {
    preconditionFailure("The function is unavailable.")
  }

  /// Unavailable: the action is presented, and the state is not.
  @_disfavoredOverload
  @available(
    *, unavailable,
    message: """
      The action is a 'PresentationAction'. Annotate the state with '@Presents', and write its key \
      path with a dollar sign, as in '\\.$child'.
      """
  )
  public func ifLet<ChildState, ChildAction, Child: Reducer<ChildState, ChildAction>>(
    _ toChildState: WritableKeyPath<State, ChildState?>,
    action toChildAction: CaseKeyPath<Action, PresentationAction<ChildAction>>,
    @ReducerBuilder<ChildState, ChildAction> then child: () -> Child
  ) -> Reduce<State, Action> where Action: CasePathable {
    preconditionFailure("The function is unavailable.")
  }

  /// Unavailable: the elements are in an array.
  @_disfavoredOverload
  @available(
    *, unavailable,
    message: """
      The elements of an array have no ids that last. Write 'IdentifiedArrayOf<Row.State>' instead of \
      '[Row.State]'.
      """
  )
  public func forEach<
    ID, ElementState, ElementAction, Element: Reducer<ElementState, ElementAction>
  >(
    _ toElements: WritableKeyPath<State, [ElementState]>,
    action toElementAction: CaseKeyPath<Action, IdentifiedAction<ID, ElementAction>>,
    @ReducerBuilder<ElementState, ElementAction> element: () -> Element
  ) -> Reduce<State, Action> where Action: CasePathable {
    preconditionFailure("The function is unavailable.")
  }
}
