/// Several reducers as one, to apply an operator to all of them.
///
/// ```swift
/// CombineReducers {
///   Analytics()
///   Feature()
/// }
/// .signpost("feature")
/// ```
public struct CombineReducers<State, Action, Reducers: Reducer<State, Action>>: _PreparedReducer {
  @usableFromInline
  let reducers: Reducers

  /// Runs the listed reducers from top to bottom.
  @inlinable
  public init(@ReducerBuilder<State, Action> _ build: () -> Reducers) {
    reducers = build()
  }

  /// Prepares the combined reducers.
  @inlinable
  public func _prepare() -> PreparedReducer<State, Action> {
    reducers._prepare()
  }

  /// Runs all of them.
  @inlinable
  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    guard !isCalledInStore else { return runCalled(into: &state, action: action) }
    return reducers.reduce(into: &state, action: action)
  }
}
