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
  let finder: WriteFinder<State>

  /// Applies writes that are the feature's own actions.
  public init() where Action == ViewAction {
    finder = Action.writeFinder
  }

  /// Applies writes that are actions of a part of the feature, such as its view.
  ///
  /// - Parameter action: The case of the feature's action that holds the part's.
  public init(action: CaseKeyPath<Action, ViewAction>) where Action: CasePathable {
    self.init(casePath: Action.allCasePaths[keyPath: action])
  }

  init(casePath: AnyCasePath<Action, ViewAction>) {
    finder = casePath.writeFinder
  }

  /// Returns a function that applies writes.
  public func _prepare() -> PreparedReducer<State, Action> {
    PreparedReducer(applying: finder)
  }
}
