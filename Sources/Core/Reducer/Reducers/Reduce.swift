/// A reducer made of a closure, or of another reducer whose type it erases.
public struct Reduce<State, Action>: _PreparedReducer {
  @usableFromInline
  let prepare: () -> PreparedReducer<State, Action>
  /// The function that runs without a store.
  @usableFromInline
  let run: (inout State, Action) -> Effect<Action>

  /// Runs `reduce` for each action.
  ///
  /// - Parameter reduce: Changes the state in place and returns the effects to run.
  @inlinable
  public init(_ reduce: @escaping (_ state: inout State, _ action: Action) -> Effect<Action>) {
    prepare = { PreparedReducer(reduce) }
    run = reduce
  }

  /// Erases the type of `reducer`.
  @inlinable
  public init(_ reducer: any Reducer<State, Action>) {
    // Not generic: of a mistake in a closure, the compiler would only say that it is no reducer.
    self.init(erasing: reducer)
  }

  @inlinable
  init(erasing reducer: some Reducer<State, Action>) {
    prepare = { reducer._prepare() }
    run = { state, action in reducer.reduce(into: &state, action: action) }
  }

  /// Prepares the closure, or the erased reducer.
  @inlinable
  public func _prepare() -> PreparedReducer<State, Action> {
    prepare()
  }

  /// Runs the closure, or the erased reducer.
  @inlinable
  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    guard !isCalledInStore else { return runCalled(into: &state, action: action) }
    return run(&state, action)
  }
}
