/// A reducer made of a closure, of another reducer whose type it erases, or of both: a closure
/// around another reducer.
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

  /// Runs `reduce` for each action, around another reducer: a higher-order reducer.
  ///
  /// ```swift
  /// struct Counted<Base: Reducer>: Reducer {
  ///   let base: Base
  ///   let count: @Sendable () -> Void
  ///
  ///   var body: some Reducer<Base.State, Base.Action> {
  ///     Reduce(around: base) { state, action, base in
  ///       count()
  ///       return base(&state, action)
  ///     }
  ///   }
  /// }
  /// ```
  ///
  /// A store prepares `base` once, as it prepares its own reducer. A higher-order reducer with a
  /// `reduce(into:action:)` of its own, which calls `base.reduce(into: &state, action: action)`,
  /// behaves the same; the store has to recognize `base` for each action then.
  ///
  /// - Parameters:
  ///   - base: The reducer to wrap.
  ///   - reduce: Changes the state and returns the effects to run. It may call `base` for the
  ///     action, or for another one, or not at all.
  @inlinable
  public init<Base: Reducer<State, Action>>(
    around base: Base,
    _ reduce:
      @escaping (
        _ state: inout State, _ action: Action, _ base: PreparedReducer<State, Action>
      ) -> Effect<Action>
  ) {
    prepare = {
      let base = base._prepare()
      return PreparedReducer(base, base) { base, _ in
        PreparedReducer { reduce(&$0, $1, base) }.logic
      }
    }
    run = { state, action in
      reduce(&state, action, PreparedReducer { base.reduce(into: &$0, action: $1) })
    }
  }

  /// Prepares the closure, and the other reducer.
  @inlinable
  public func _prepare() -> PreparedReducer<State, Action> {
    prepare()
  }

  /// Runs the closure, or the other reducer.
  @inlinable
  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    guard !isCalledInStore else { return runCalled(into: &state, action: action) }
    return run(&state, action)
  }
}
