/// Applies writes that arrive as actions to the state.
///
/// ```swift
/// var body: some ReducerOf<Self> {
///   BindingReducer()
///   Reduce { state, action in … }
/// }
/// ```
///
/// Reducers after this one see the state with the write, those before it without.
public struct BindingReducer<State, Action, ViewAction: BindableAction>: _PreparedReducer
where State == ViewAction.State {
  let toViewAction: (UnsafeRawPointer) -> BindingAction<State>?

  /// Applies writes that are the feature's own actions.
  public init() where Action == ViewAction {
    // Looking the case up for each action would cost more than most reducers do.
    let writes = BindingCase<Action, State>.shared
    toViewAction =
      writes.isKnown
      ? { writes.extract($0) } : { $0.assumingMemoryBound(to: Action.self).pointee.binding }
  }

  /// Applies writes that are actions of a part of the feature, such as its view.
  ///
  /// - Parameter action: The case of the feature's action that holds the part's.
  public init(action: CaseKeyPath<Action, ViewAction>) where Action: CasePathable {
    self.init(casePath: Action.allCasePaths[keyPath: action])
  }

  init(casePath: AnyCasePath<Action, ViewAction>) {
    toViewAction = {
      casePath.extract(from: $0.assumingMemoryBound(to: Action.self).pointee)?.binding
    }
  }

  /// Returns a function that applies writes.
  public func _prepare() -> PreparedReducer<State, Action> {
    let toViewAction = toViewAction
    return PreparedReducer(
      ReducerLogic(assigning: State.self) { state, action in
        guard let write = toViewAction(action) else { return nil }
        write.receipt?.isApplied = true
        write.write(&state.assumingMemoryBound(to: State.self).pointee)
        return nil
      })
  }
}
