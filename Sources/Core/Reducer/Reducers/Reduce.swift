/// A reducer made of a closure, or of another reducer whose type it erases.
public struct Reduce<State, Action>: _PreparedReducer {
  @usableFromInline
  let prepare: () -> PreparedReducer<State, Action>

  /// Runs `reduce` for each action.
  ///
  /// - Parameter reduce: Changes the state in place and returns the effects to run.
  @inlinable
  public init(_ reduce: @escaping (_ state: inout State, _ action: Action) -> Effect<Action>) {
    prepare = { PreparedReducer(reduce) }
  }

  /// Erases the type of `reducer`.
  @inlinable
  public init(_ reducer: some Reducer<State, Action>) {
    prepare = { reducer._prepare() }
  }

  /// Prepares the closure, or the erased reducer.
  @inlinable
  public func _prepare() -> PreparedReducer<State, Action> {
    prepare()
  }
}
